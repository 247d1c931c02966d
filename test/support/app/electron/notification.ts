import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from '../../../../app/electron.ts'
import { Emitter } from './emitter.ts'

export class StandInNotification extends Emitter implements Notice {
  readonly options: NotificationConstructorOptions
  shown = false

  constructor(options: NotificationConstructorOptions) {
    super()
    this.options = options
  }

  show(): void {
    this.shown = true
  }

  close(): void {
    if (!this.shown) return
    this.shown = false
    this.happen('close')
  }
}
