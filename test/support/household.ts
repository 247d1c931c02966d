import { after } from 'node:test'
import { startTestDaemon, type TestDaemon, type TestDaemonOptions, type TestMember } from './daemon.ts'

/** A daemon with an owner and a member, for all tests of a file; it stops after the last of them. */
export async function household(
  options: TestDaemonOptions = {},
): Promise<{ daemon: TestDaemon; owner: TestMember; member: TestMember }> {
  const daemon = await startTestDaemon(options)
  after(() => daemon[Symbol.asyncDispose]())
  const owner = await daemon.owner()
  return { daemon, owner, member: await daemon.member(owner, 'mia') }
}
