// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { notesOf } from './notes.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- soon\n\n## 1.2.3, 2026-12-01\n\n- a\n- b\n\n## 1.2.0\n\n- c\n'

describe('release notes', () => {
  it('are the section of the version', () => {
    expect(notesOf(changelog, '1.2.3')).toBe('- a\n- b\n')
    expect(notesOf(changelog, '1.2.0')).toBe('- c\n')
  })

  it('must exist: a release without them does not happen', () => {
    expect(() => notesOf(changelog, '1.2')).toThrow('no section ## 1.2')
    expect(() => notesOf('## 2.0.0\n\n## 1.0.0\n- x', '2.0.0')).toThrow('no section')
  })
})
