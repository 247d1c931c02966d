import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const named = process.env['COMPANION_TEST_BROWSER']
const whole = ['/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()]
/** The headless shell of the same browser, in half of the time. */
const shell = '/usr/bin/chromium-headless-shell'

const firstOf = (candidates: readonly (string | undefined)[]) =>
  candidates.find((path) => path !== undefined && existsSync(path))

/** The quickest Chromium of this machine, for tests; undefined where there is none. */
export const quickestChromium = firstOf([named, shell, ...whole])

/** The Chromium of this machine that is most like what people use, for figures and pictures. */
export const fullestChromium = firstOf([named, ...whole, shell])
