import { createContext, useContext } from 'react';

/** The signed-in person, for the pages behind the user guard. */
export interface User {
  userId: string;
  email: string;
}

/** Provided by the guard of user pages. */
export const UserContext = createContext<User | null>(null);

/** The signed-in person. Throws outside of the user layout, which never renders without one. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs a route under the user layout');
  return user;
}
