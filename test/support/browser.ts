import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright'
import type { Daemon } from '../../daemon/main.ts'
import { quickestChromium } from './chromium.ts'
import { password, signIn } from './daemon.ts'
import { isLong } from './long.ts'
import { atProcessEnd } from './process-end.ts'
import { soon } from './processes.ts'
import { countUse } from '../runner/usage.ts'
import { rest } from './wire/rest.ts'

/** The windows in which everything must work: of a desktop and of a phone. */
export const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
export type Size = keyof typeof sizes

/** One process for all pages, and scripts compiled well only where they run long: most are done before that has paid. */
const cheapest = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--renderer-process-limit=1',
  '--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=30000',
]

/** The browsers of this process, by what their microphones hear. */
const launched = new Map<string, Promise<Browser>>()

/** The one with that microphone; every window has a context of its own in it. */
function browser(hears = ''): Promise<Browser> {
  const microphone = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${hears}`,
  ]
  const launching =
    launched.get(hears) ??
    chromium.launch({
      executablePath: quickestChromium ?? '',
      args: [...cheapest, ...(hears === '' ? [] : microphone)],
    })
  launched.set(hears, launching)
  return launching
}

async function closeBrowsers(): Promise<void> {
  const open = [...launched.values()]
  launched.clear()
  emptied.clear()
  for (const one of open) await (await one).close()
}

export interface WindowOptions {
  /** The signed-in member, by username, with the tests' password; nobody if omitted. */
  readonly as?: string
  readonly size?: Size
  /** How large it is instead, in pixels. */
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly scheme?: 'light' | 'dark'
  /** What follows the `#`: `/inbox`. */
  readonly at?: string
  /** Complaints of the browser that the test brings about. */
  readonly expected?: RegExp
  /** Whether it goes on where a certificate is not trusted, as whoever is warned of it can. */
  readonly untrusting?: boolean
  /** What the microphone hears from its start on, over and over: a WAV file. */
  readonly hears?: string
  /** What is done before anything of the page runs. */
  readonly prepare?: (page: Page) => Promise<void>
  /**
   * What other tests may have of the window when it is emptied: its page, its browser alone where the page is changed for
   * good, as by `prepare`, or nothing where the browser is, as by another clock.
   */
  readonly leaves?: 'page' | 'browser' | 'nothing'
  /** Whether not to wait until it hears of what happens elsewhere, as where `prepare` holds that back. */
  readonly deaf?: boolean
}

/** How long anything on a page may take to come about, in milliseconds. */
const timeoutMs = 120_000

/** A separate window, as of another browser. The test fails if the browser reports any error. */
export async function openWindow(
  { file }: Pick<Daemon, 'file'>,
  {
    as,
    at = '/',
    prepare,
    leaves = prepare ? 'browser' : 'page',
    deaf = false,
    ...options
  }: WindowOptions = {},
): Promise<Page> {
  const complaints: string[] = []
  let window: Page | undefined
  // Before anything else, so that what the window needs can be stopped after it.
  after(async () => {
    if (window) await closeWindow(window, options, leaves)
    assertNoComplaints(complaints)
  })
  const page = await takeWindow(options)
  window = page
  noteComplaints(page, complaints, () => options.expected)
  await prepare?.(page)
  const load = () => page.goto(`${new URL(file.base_url).origin}/#${at}`)
  if (as === undefined) await load()
  else await loadSignedIn(page, { file }, as, load, deaf)
  return page
}

type ContextOptions = Pick<WindowOptions, 'size' | 'viewport' | 'scheme' | 'untrusting' | 'hears'>

/** Empty windows that tests before have had, by what is asked of them: another one costs twice as much. */
const emptied = new Map<string, Page[]>()

/** What tests listen to. */
const pageEvents = [
  'console',
  'pageerror',
  'domcontentloaded',
  'websocket',
  'request',
  'response',
  'dialog',
  'download',
]

const kindOf = ({ size = 'desktop', untrusting = false, hears = '' }: ContextOptions) =>
  JSON.stringify([size, untrusting, hears])

/** An empty window, as of another browser: it is counted with what it loads, whether or not a test before has had it. */
export async function takeWindow(options: ContextOptions): Promise<Page> {
  countUse('windows')
  const page = emptied.get(kindOf(options))?.pop() ?? (await (await openContext(options)).newPage())
  const { size = 'desktop', viewport = sizes[size].viewport, scheme = 'light' } = options
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: scheme })
  countLoads(page)
  return page
}

/** Empties a window for others that ask for the same, or closes it. */
export async function closeWindow(
  page: Page,
  options: ContextOptions,
  leaves: WindowOptions['leaves'] = 'page',
): Promise<void> {
  const left = leaves === 'nothing' ? null : await emptyWindow(page, leaves)
  if (!left) return page.context().close()
  const kind = kindOf(options)
  emptied.set(kind, [...(emptied.get(kind) ?? []), left])
}

/** A page of a window in which nothing is left of what was done there, nor in its context; null where it has gone. */
async function emptyWindow(window: Page, leaves: 'page' | 'browser'): Promise<Page | null> {
  const context = window.context()
  const { origin } = new URL(window.url())
  try {
    // In the same browser, which need not compile again what it has loaded.
    const page = leaves === 'page' && !window.isClosed() ? window : await context.newPage()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of pageEvents) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (page === window && origin !== 'null') await page.evaluate('sessionStorage.clear()')
    await page.goto('about:blank')
    const tools = await context.newCDPSession(page)
    if (origin !== 'null') await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await tools.send('Page.resetNavigationHistory')
    await tools.detach()
    await context.clearCookies()
    await context.clearPermissions()
    return page
  } catch {
    return null
  }
}

/** A browser whose profile is in a folder, as people have one; it is closed when it is disposed of. */
export async function openBrowser(folder: string): Promise<BrowserContext & AsyncDisposable> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: quickestChromium ?? '',
    args: cheapest,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(timeoutMs)
  countUse('windows')
  context.on('page', countLoads)
  return context
}

async function openContext({
  size = 'desktop',
  untrusting = false,
  hears,
}: ContextOptions): Promise<BrowserContext> {
  const opened = await browser(hears)
  return opened.newContext({
    ...sizes[size],
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: untrusting,
  })
}

/** Notes what the browser complains of but for what is `expected` at that moment. */
export function noteComplaints(page: Page, complaints: string[], expected: () => RegExp | undefined): void {
  page.setDefaultTimeout(timeoutMs)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected()?.test(message.text()))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

export const assertNoComplaints = (complaints: readonly string[]): void =>
  assert.deepEqual(complaints, [], 'what the browser complained of')

function countLoads(page: Page): void {
  page.on('domcontentloaded', () => countUse('loads'))
}

/** The page that is shown, once somebody is signed in. */
const shownPage = (page: Page) => page.locator('main[data-page]')

/**
 * Does what signs somebody in, and waits until their page is shown and, unless it is `deaf`, hears of what happens
 * elsewhere.
 */
export async function untilShown(page: Page, act: () => Promise<unknown>, deaf = false): Promise<void> {
  const hears = deaf ? null : nextSubscription(page)
  await act()
  await shownPage(page).waitFor()
  if (hears) await Promise.race([hears, tooLong(page)])
}

async function tooLong(page: Page): Promise<never> {
  await page.waitForTimeout(timeoutMs)
  throw new Error('the page did not hear of events in time')
}

/** Resolves once the daemon has told a page that events reach it from now on. */
function nextSubscription(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"subscribed"')) resolve()
      }),
    )
  })
}

export const untilFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(':focus')).waitFor()

export async function untilSays(field: Locator, text: string): Promise<void> {
  await soon(async () => (await field.inputValue()) === text)
}

/** Loads a page whose tab has a session, as if it had been loaded before; the answer is that session. */
export async function loadSignedIn(
  page: Page,
  daemon: Pick<Daemon, 'file'>,
  username: string,
  load: () => Promise<unknown>,
  deaf = false,
): Promise<string> {
  const { access_token: token, refresh_token, session_uuid } = await signIn(daemon, username)
  const { body } = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
  const session = JSON.stringify({ tab_key: body.data.tab_key, session_uuid })
  const tools = await page.context().newCDPSession(page)
  const source = `sessionStorage.setItem('companion.tab', ${JSON.stringify(session)})`
  await tools.send('Page.enable')
  await tools.send('Page.addScriptToEvaluateOnNewDocument', { source })
  await untilShown(page, load, deaf)
  // What it loads from now on keeps its session by itself.
  await tools.detach()
  return session_uuid
}

/** Signs in by the form that the page shows. */
export async function signInto(page: Page, username: string, secret = password): Promise<void> {
  // The page before it may have fields of the same names.
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.waitFor()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await untilShown(page, () => signIn.click())
}

/** Signs the member out, by the menu with their name. */
export async function signOut(page: Page, full_name: string): Promise<void> {
  await page.getByRole('button', { name: full_name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Opens a page of the navigation by what follows the `#`, and waits until it is shown. */
export async function visit(page: Page, at: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(at)}`)
  const [path = ''] = at.split('?')
  await page.locator(`main[data-page="${path}"]`).getByRole('heading', { level: 1 }).waitFor()
}

/**
 * Fails where axe finds something serious or critical on the page. That takes as long as three other pages, so it is done
 * in long runs, and `always` where the layout is at stake.
 */
export async function assertAccessible(page: Page, { always = isLong } = {}): Promise<void> {
  if (!always) return
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  // What fades in has no contrast yet, and what arrives meanwhile would fade.
  const still = `
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets.push(sheet)
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`
  await page.evaluate(still)
  // Where it need not describe what passes it takes a quarter of the time.
  const run = "axe.run(document, { resultTypes: ['violations'] })"
  const { violations } = await page.evaluate<axe.AxeResults>(run)
  await page.evaluate('void document.adoptedStyleSheets.pop()')
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  assert.deepEqual(serious, [])
}

/** Tests in a real browser; skipped by name where the machine has none. */
export function inBrowser(name: string, body: () => void): void {
  describe(name, { skip: quickestChromium === undefined && 'there is no Chromium on this machine' }, () => {
    atProcessEnd(closeBrowsers)
    body()
  })
}
