import { after } from 'node:test'
import type { Page } from 'playwright'
import type { Daemon } from '../../daemon/main.ts'
import {
  assertNoComplaints,
  closeWindow,
  loadSignedIn,
  noteComplaints,
  takeWindow,
  type Size,
  sizes,
  untilShown,
  visit,
  type WindowOptions,
} from './browser.ts'

/** What a test wants of a window that it shares with others. */
export interface SharedWindowOptions extends Pick<
  WindowOptions,
  'as' | 'size' | 'viewport' | 'scheme' | 'at' | 'expected'
> {
  /** Whether the page is loaded anew, as where something has changed that nobody tells it of. */
  readonly anew?: boolean
}

interface SharedWindow {
  readonly page: Page
  readonly complaints: string[]
  expected?: RegExp | undefined
  /** Whose page it is, and by which session. */
  signedIn?: { readonly as: string; readonly session_uuid: string } | undefined
}

/**
 * A window for each size that the tests of a `describe` use one after the other: the answer brings it to where a test
 * begins. The same member goes on without another load, on a page that is made anew, and finds what the tests before left
 * in the tab; another one finds an empty browser. Each test fails if the browser reports any error meanwhile.
 */
export function sharedWindow(daemon: Pick<Daemon, 'file'>): (options?: SharedWindowOptions) => Promise<Page> {
  const windows = new Map<Size, SharedWindow>()
  after(async () => {
    for (const [size, { page }] of windows) await closeWindow(page, { size })
  })
  return async (options = {}) => {
    const { size = 'desktop' } = options
    const opened = windows.get(size)
    const window = opened && !opened.page.isClosed() ? opened : await openShared(size)
    windows.set(size, window)
    after(async () => {
      await leave(window)
      assertNoComplaints(window.complaints.splice(0))
    })
    await bringTo(window, daemon, options)
    return window.page
  }
}

async function openShared(size: Size): Promise<SharedWindow> {
  const page = await takeWindow({ size })
  const window: SharedWindow = { page, complaints: [] }
  noteComplaints(page, window.complaints, () => window.expected)
  return window
}

/** Has a window show nothing that the next test could change before it looks. */
async function leave({ page }: SharedWindow): Promise<void> {
  if (page.isClosed()) return
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(goNowhere)
}

const goNowhere = "location.hash = '/nowhere'"

async function bringTo(
  window: SharedWindow,
  daemon: Pick<Daemon, 'file'>,
  { as, size = 'desktop', viewport, scheme = 'light', at = '/talk', expected, anew }: SharedWindowOptions,
): Promise<void> {
  const { page, signedIn } = window
  window.expected = expected
  await page.setViewportSize(viewport ?? sizes[size].viewport)
  await page.emulateMedia({ colorScheme: scheme })
  const { origin } = new URL(daemon.file.base_url)
  const load = () => loadAt(page, `${origin}/#${at}`)
  if (as !== undefined && signedIn?.as === as && (await heldSession(page)) === signedIn.session_uuid) {
    await (anew ? untilShown(page, load) : goTo(page, at))
    return
  }
  if (isAt(page, origin)) await page.evaluate('sessionStorage.clear(), localStorage.clear()')
  window.signedIn = undefined
  if (as === undefined) await load()
  else window.signedIn = { as, session_uuid: await loadSignedIn(page, daemon, as, load) }
}

/** Whether a page is of the daemon: not new, nor where a link has led it. */
const isAt = (page: Page, origin: string): boolean => new URL(page.url()).origin === origin

/** Loads an address, also where only what follows its `#` differs. */
async function loadAt(page: Page, address: string): Promise<void> {
  if (!isAt(page, new URL(address).origin)) await page.goto(address)
  else {
    // So that the page there does not go on to it before it is loaded anew.
    await page.evaluate(`History.prototype.replaceState.call(history, null, '', ${JSON.stringify(address)})`)
    await page.reload()
  }
}

/** Shows a page that begins as if nothing had been done on it, without what was said in passing. */
async function goTo(page: Page, at: string): Promise<void> {
  await page.evaluate(goNowhere)
  await page.evaluate(
    "document.querySelectorAll('.mantine-Notification-closeButton').forEach((button) => button.click())",
  )
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Page not found', exact: true }).waitFor()
  await visit(page, at)
}

/** The session by which a tab would go on. */
const heldSession = (page: Page) =>
  page.evaluate<string | undefined>("JSON.parse(sessionStorage.getItem('companion.tab'))?.session_uuid")
