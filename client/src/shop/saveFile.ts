/** Hands a text to the customer as a download: a calendar file. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
