import { type AfterPackContext, Arch } from 'electron-builder'
import { ownTarget, resourcesOf } from '../packaging/layout.ts'
import { assertComplete } from '../packaging/completeness.ts'

/** Looks at what electron-builder has packed: where a source is missing, it says so in its log and goes on. */
export function afterPack({ appOutDir, arch, electronPlatformName }: AfterPackContext): void {
  const target = ownTarget(electronPlatformName, Arch[arch])
  assertComplete(target, resourcesOf(target, appOutDir))
}
