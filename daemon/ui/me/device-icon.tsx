import {
  IconBrowser,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDevices,
  IconMicrophone,
} from '@tabler/icons-react'
import type { OutputOf } from '../../client/types.ts'

export type DeviceKind = OutputOf<'devices.list'>['items'][number]['kind']

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  browser: IconBrowser,
  voice: IconMicrophone,
  other: IconDevices,
} as const satisfies Readonly<Record<DeviceKind, unknown>>

/** What a device can be, the commonest first. */
export const deviceKinds = Object.keys(icons) as DeviceKind[]

/** A picture of what a device is. */
export function DeviceIcon({ kind }: { readonly kind: DeviceKind }) {
  const Picture = icons[kind]
  return <Picture size={20} stroke={1.6} aria-hidden />
}
