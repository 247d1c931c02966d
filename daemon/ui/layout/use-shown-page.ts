import { useRouterState } from '@tanstack/react-router'

/** The path of the page that is shown: while another one is on its way, the address is ahead of it. */
export const useShownPage = (): string | undefined =>
  useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname })
