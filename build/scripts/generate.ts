// Writes daemon/client/openapi.json: what a daemon of these sources serves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from '../../daemon/main.ts'

const target = join(import.meta.dirname, '..', '..', 'daemon', 'client', 'openapi.json')
const home = mkdtempSync(join(tmpdir(), 'companion-generate-'))
const daemon = await startDaemon({ COMPANION_HOME: home, COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' })
try {
  const response = await fetch(`${daemon.file.base_url}/openapi.json`)
  writeFileSync(target, `${await response.text()}\n`)
  console.log('daemon/client/openapi.json is up to date')
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
