/** True in the mock mode (`--mode mock`): the client runs on mocks without any server (DESIGN.md section 6). */
declare const __MOCK__: boolean
