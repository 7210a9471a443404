import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Goes elsewhere, once. The router's own `Navigate` goes again with each render of its parent, and a parent that reads the
 * location renders because of it.
 */
export function Redirect({ to }: { to: '/beta-access' | '/explore' }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return null;
}
