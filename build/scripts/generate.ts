// Writes the descriptions of the API that are committed: of the proto, and of REST as a daemon of these sources serves it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from '../../daemon/main.ts'
import { describeProto, descriptorsFile, findBuf } from '../packaging/descriptors.ts'

const buf = findBuf()
if (buf === undefined) throw new Error('there is no buf for this machine; run `npm install`')
writeFileSync(descriptorsFile, describeProto(buf))
console.log('proto/descriptors.binpb is up to date')

const openApi = join(import.meta.dirname, '..', '..', 'daemon', 'client', 'openapi.json')
const home = mkdtempSync(join(tmpdir(), 'companion-generate-'))
const daemon = await startDaemon({ COMPANION_HOME: home, COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' })
try {
  const response = await fetch(`${daemon.file.base_url}/openapi.json`)
  writeFileSync(openApi, await response.text())
  console.log('daemon/client/openapi.json is up to date')
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
