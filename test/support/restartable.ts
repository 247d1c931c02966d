import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from './daemon.ts'
import { soon } from './processes.ts'
import { rest } from './wire/rest.ts'

/** A home whose daemon can be stopped and started again. */
export async function restartableHousehold() {
  const home = temporaryFolder()
  // A restart comes by the clock.
  const clock = systemClock
  let daemon: TestDaemon = await startTestDaemon({ home, clock, config: { backups: { daily: false } } })
  after(async () => {
    await daemon.stop()
    rmSync(home, { recursive: true, force: true })
  })
  const owner = await daemon.owner()
  const mia = await daemon.member(owner, 'mina')
  const ask = async (who: string, route: string, payload?: object) => {
    const { access_token: token } = await signIn(daemon, who)
    return rest(daemon, route, { token, ...(payload && { payload }) })
  }
  const store = async (who: string, content: string): Promise<string> =>
    (await ask(who, 'POST /memory/store', { content })).body.data.memory.memory_uuid
  const restart = async (meanwhile: () => void = () => {}) => {
    await daemon.stop()
    meanwhile()
    daemon = await startTestDaemon({ home, clock })
  }
  return {
    home,
    backups: join(home, 'backups'),
    database: join(home, 'companion.db'),
    owner,
    mia,
    ask,
    store,
    restart,
    daemon: () => daemon,
    backUp: async (): Promise<string> => (await ask('olga', 'POST /backups', {})).body.data.id,
    restore: async (id: string) => {
      // Another one may be under way.
      await soon(async () => (await ask('olga', `POST /backups/${id}/restore`, {})).status === 200)
      await daemon.restarting
      await restart()
    },
    contents: async (who: string): Promise<string[]> =>
      (await ask(who, 'GET /memory/recent?history=true')).body.data.items.map(
        ({ content }: { content: string }) => content,
      ),
    rows: async () => (await ask('olga', 'GET /security/audit?limit=200')).body.data.items,
    verdict: async (seen: Record<string, string> = {}) =>
      (await ask('olga', `GET /security/audit/verify?${new URLSearchParams(seen).toString()}`)).body.data,
  }
}
