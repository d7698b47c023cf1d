export const wasReloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload'
}
