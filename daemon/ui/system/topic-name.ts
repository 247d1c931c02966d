/** Whether a topic may have this name: words of a-z, 0-9, dash and underscore, joined by dots; a letter begins it. */
export const isTopicName = (name: string): boolean =>
  name.length <= 100 && /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*$/.test(name)
