/** Downloads a text as a file: a calendar entry. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
