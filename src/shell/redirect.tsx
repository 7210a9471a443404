import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Redirects once. The router's `Navigate` would navigate again at each render of its parent. */
export function Redirect({ to }: { to: string }) {
  const { history } = useRouter();
  const [first] = useState(to);
  useEffect(() => history.replace(first), [history, first]);
  return null;
}
