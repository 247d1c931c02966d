import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import i18next from 'i18next'
import type { Namespace } from './catalogue/texts.ts'
import { Frame } from './layout/frame.tsx'
import { NoSuchPage, PageFailed } from './layout/no-page.tsx'
import { parsePlace, placeOf, placeText } from './place.ts'

const rootRoute = createRootRoute({ component: Frame })

/** A page, shown once it is there with its texts. */
const at = <P extends string>(
  path: P,
  component: ReturnType<typeof lazyRouteComponent>,
  texts: readonly Namespace[],
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    validateSearch: placeOf,
    // Those of the inbox are for what comes in, whatever page is shown.
    loader: () => i18next.loadNamespaces(['inbox', ...texts]),
  })

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/talk' })
  },
})

const pages = rootRoute.addChildren([
  home,
  at(
    '/welcome',
    lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
    ['welcome', 'mood', 'system'],
  ),
  at(
    '/talk',
    lazyRouteComponent(() => import('./talk/talk-page.tsx'), 'TalkPage'),
    ['talk'],
  ),
  at(
    '/inbox',
    lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    ['inbox'],
  ),
  at(
    '/memories',
    lazyRouteComponent(() => import('./memories/memories-page.tsx'), 'MemoriesPage'),
    ['memories'],
  ),
  at(
    '/mood',
    lazyRouteComponent(() => import('./mood/mood-page.tsx'), 'MoodPage'),
    ['mood'],
  ),
  at(
    '/goals',
    lazyRouteComponent(() => import('./goals/goals-page.tsx'), 'GoalsPage'),
    ['goals'],
  ),
  at(
    '/me',
    lazyRouteComponent(() => import('./me/me-page.tsx'), 'MePage'),
    ['me', 'trust'],
  ),
  at(
    '/household',
    lazyRouteComponent(() => import('./household/household-page.tsx'), 'HouseholdPage'),
    ['household', 'me', 'welcome'],
  ),
  at(
    '/system',
    lazyRouteComponent(() => import('./system/system-page.tsx'), 'SystemPage'),
    ['system', 'trust'],
  ),
  at(
    '/ask',
    lazyRouteComponent(() => import('./quick/ask-page.tsx'), 'AskPage'),
    ['quick', 'talk'],
  ),
  at(
    '/answer',
    lazyRouteComponent(() => import('./quick/answer-page.tsx'), 'AnswerPage'),
    ['quick', 'inbox'],
  ),
  at(
    '/connect',
    lazyRouteComponent(() => import('./connect/connect-page.tsx'), 'ConnectPage'),
    ['connect', 'me'],
  ),
  at(
    '/trust',
    lazyRouteComponent(() => import('./trust/trust-page.tsx'), 'TrustPage'),
    ['trust'],
  ),
])

/** Which page is shown: said after the `#`, so that the daemon never sees it. */
export const router = createRouter({
  routeTree: pages,
  history: createHashHistory(),
  parseSearch: parsePlace,
  stringifySearch: placeText,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NoSuchPage,
  defaultErrorComponent: PageFailed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
