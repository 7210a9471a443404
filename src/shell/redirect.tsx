import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Goes to another page of the app, once. The router's own `Navigate` goes again with each render of its parent, and a parent
 * that reads the location renders because of it.
 */
export function Redirect({ to }: { to: string }) {
  const { history } = useRouter();
  const [first] = useState(to);
  useEffect(() => history.replace(first), [history, first]);
  return null;
}
