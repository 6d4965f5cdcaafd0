import CRig
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// The interface in a terminal whose output nobody reads, as after a connection that hangs.
@Suite(.usesSystem) struct UnreadTerminalTests {
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal ends the interface though nobody reads its terminal`(signal: Int32) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      var name = [CChar](repeating: 0, count: 128)
      let master = rig_open_terminal(60, 200, &name, name.count)
      #expect(master >= 0)
      defer { close(master) }
      let words = home.command([]).map { strdup($0) } + [nil]
      let variables =
        home.environment(["TERM": "xterm-256color"]).map { strdup("\($0.key)=\($0.value)") } + [nil]
      let pid = rig_start_program(words[0], words, variables, name, nil)
      try #require(pid > 0)
      let terminal = open(name, O_RDWR | O_NOCTTY)
      defer { close(terminal) }
      // Each change of the size draws the screen anew, until the terminal takes no more.
      var rows: UInt16 = 60
      eventually("the terminal is full") {
        var polled = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        if Glibc.poll(&polled, 1, 0) == 0 { return true }
        rows = rows == 60 ? 59 : 60
        var size = winsize(ws_row: rows, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        return false
      }
      kill(pid, signal)
      var status: Int32 = 0
      eventually("it ends") { waitpid(pid, &status, WNOHANG) == pid }
      #expect(status & 0x7F == 0, "ended by signal \(status & 0x7F)")
      kill(pid, SIGKILL)
    }
  }
}
