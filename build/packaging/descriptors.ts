import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './layout.ts'

/** Where the descriptors of the proto are kept, which reflection serves. */
export const descriptorsFile = join(root, 'proto', 'descriptors.binpb')

/** The buf of this machine, which its package only wraps in a script; undefined where there is none. */
export function findBuf(): string | undefined {
  const require = createRequire(import.meta.url)
  const scope = dirname(dirname(require.resolve('@bufbuild/buf/package.json')))
  const arch = process.platform === 'linux' && process.arch === 'arm64' ? 'aarch64' : process.arch
  const file = process.platform === 'win32' ? 'buf.exe' : 'buf'
  const binary = join(scope, `buf-${process.platform}-${arch}`, 'bin', file)
  return existsSync(binary) ? binary : undefined
}

/**
 * The `google.protobuf.FileDescriptorSet` of the proto and of the standard services, with what they import. Throws where
 * buf fails.
 */
export function describeProto(buf: string): Buffer {
  const packages = join(root, 'node_modules')
  const reflection = join(packages, '@grpc', 'reflection', 'build', 'proto')
  const inputs = [
    [join(root, 'proto')],
    [join(packages, 'grpc-health-check', 'proto')],
    [reflection, '--path', join(reflection, 'grpc')],
  ]
  const set = ['--as-file-descriptor-set', '--exclude-source-info', '-o', '-']
  // One after the other, such sets are the set of them all.
  return Buffer.concat(inputs.map((input) => execFileSync(buf, ['build', ...input, ...set])))
}
