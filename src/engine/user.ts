import { createContext, useContext } from 'react';

/** Who is signed in, as the pages behind the user's guard see it. */
export interface User {
  userId: string;
  email: string;
}

/** Filled by the guard of the pages that need a user. */
export const UserContext = createContext<User | null>(null);

/** The signed-in person. Throws outside of the user's layout, whose pages are never drawn without one. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs a route under the user layout');
  return user;
}
