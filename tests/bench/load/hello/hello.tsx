import { Button, ChakraProvider, createSystem, defaultBaseConfig, Heading } from '@chakra-ui/react';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMachine } from 'xstate';

// A minimal page with the app's packages. If the app starts more slowly than this page, the app's own code is the cause.
const greeting = createMachine({
  initial: 'quiet',
  states: { quiet: { on: { greet: 'greeted' } }, greeted: {} },
});

function Hello() {
  const [state, send] = useMachine(greeting);
  return (
    <main>
      <Heading as="h1">{state.matches('greeted') ? 'Hello to you' : 'Hello'}</Heading>
      <Button onClick={() => send({ type: 'greet' })}>Greet</Button>
    </main>
  );
}

const rootRoute = createRootRoute();
const router = createRouter({
  routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path: '$', component: Hello })]),
});
const root = document.getElementById('root');
if (!root) throw new Error('index.html must hold #root');
createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={createSystem(defaultBaseConfig)}>
      <RouterProvider router={router} />
    </ChakraProvider>
  </StrictMode>,
);
