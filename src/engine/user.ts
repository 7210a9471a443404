import { createContext, useContext } from 'react';

export interface User {
  userId: string;
  email: string;
}

export const UserContext = createContext<User | null>(null);

/** Throws outside of the user layout, which renders only for a signed-in person. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs a route under the user layout');
  return user;
}
