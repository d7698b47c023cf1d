/** True in the mock mode (`--mode mock`): the client runs on mocks without any server (docs/architecture.md section 6). */
declare const __MOCK__: boolean
