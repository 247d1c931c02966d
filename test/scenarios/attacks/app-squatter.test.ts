import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { startTestApp } from '../../support/app/desktop-app.ts'
import { startSquatter } from '../../support/squatter.ts'

describe('A program on the port of a daemon that the app has used', () => {
  it('is sent no token and shown in no window, also before the app knows that the daemon is gone', async () => {
    const home = temporaryFolder()
    const daemon = await startTestDaemon({ home, clock: systemClock })
    const owner = await daemon.owner()
    {
      // By its clock, the app does not look after the daemon by itself.
      await using app = await startTestApp({ home, clock: new ManualClock() })
      const window = await app.window()
      await app.signIn(window, daemon, owner.username)
      await app.told(/feels/)
      const { origin, port } = new URL(daemon.file.base_url)
      const pages = app.electron.pages
      assert.equal(await pages.loads(`${origin}/`), true)

      await daemon.stop()
      await using squatter = await startSquatter(Number(port))
      for (const url of [`${origin}/`, `${origin}/api/v1/auth/resume`, `${origin.replace('http', 'ws')}/ws`])
        assert.equal(await pages.loads(url), false, url)
      // What follows the events connects again at once; the app then starts a daemon of its own.
      app.electron.powerMonitor.happen('resume')
      await app.told(/is starting/)
      await app.told(/feels/)
      assert.doesNotMatch(squatter.heard.join('\n'), /bearer|eyJ/i)
    }
    rmSync(home, { recursive: true })
  })
})
