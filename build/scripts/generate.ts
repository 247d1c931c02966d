// Writes the descriptions of the API: of the proto, and into daemon/client what a daemon of these sources serves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from '../../daemon/main.ts'
import { describeProto, descriptorsFile, findBuf } from '../packaging/descriptors.ts'

const buf = findBuf()
if (buf === undefined) throw new Error('there is no buf for this machine; run `npm install`')
writeFileSync(descriptorsFile, describeProto(buf))
console.log('proto/descriptors.binpb is up to date')

const folder = join(import.meta.dirname, '..', '..', 'daemon', 'client')
const home = mkdtempSync(join(tmpdir(), 'companion-generate-'))
const daemon = await startDaemon({ COMPANION_HOME: home, COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' })
try {
  for (const file of ['openapi.json', 'asyncapi.json']) {
    const response = await fetch(`${daemon.file.base_url}/${file}`)
    writeFileSync(join(folder, file), `${await response.text()}\n`)
    console.log(`daemon/client/${file} is up to date`)
  }
} finally {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
}
