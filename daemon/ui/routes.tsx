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
import { loadPart } from './parts/load-part.ts'
import { parsePlace, placeOf, placeText } from './place.ts'

const rootRoute = createRootRoute({ component: Frame })

/** The code of a page, asked for again while the daemon cannot be reached. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name)

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
    page(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
    ['welcome', 'mood', 'system'],
  ),
  at(
    '/recover',
    page(() => import('./recover/recover-page.tsx'), 'RecoverPage'),
    ['recover'],
  ),
  at(
    '/talk',
    page(() => import('./talk/talk-page.tsx'), 'TalkPage'),
    ['talk'],
  ),
  at(
    '/inbox',
    page(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    ['inbox'],
  ),
  at(
    '/memories',
    page(() => import('./memories/memories-page.tsx'), 'MemoriesPage'),
    ['memories'],
  ),
  at(
    '/mood',
    page(() => import('./mood/mood-page.tsx'), 'MoodPage'),
    ['mood'],
  ),
  at(
    '/goals',
    page(() => import('./goals/goals-page.tsx'), 'GoalsPage'),
    ['goals'],
  ),
  at(
    '/me',
    page(() => import('./me/me-page.tsx'), 'MePage'),
    ['me', 'factors', 'recover', 'trust'],
  ),
  at(
    '/household',
    page(() => import('./household/household-page.tsx'), 'HouseholdPage'),
    ['household', 'me', 'recover', 'welcome'],
  ),
  at(
    '/system',
    page(() => import('./system/system-page.tsx'), 'SystemPage'),
    ['system', 'trust'],
  ),
  at(
    '/ask',
    page(() => import('./quick/ask-page.tsx'), 'AskPage'),
    ['quick', 'talk'],
  ),
  at(
    '/answer',
    page(() => import('./quick/answer-page.tsx'), 'AnswerPage'),
    ['quick', 'inbox'],
  ),
  at(
    '/connect',
    page(() => import('./connect/connect-page.tsx'), 'ConnectPage'),
    ['connect', 'me'],
  ),
  at(
    '/trust',
    page(() => import('./trust/trust-page.tsx'), 'TrustPage'),
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
