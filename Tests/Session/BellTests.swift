import Foundation
import TestSupport
import TestTraits
import Testing

/// How a command notifies a person who has looked away.
@Suite(.serialized, .usesSystem(minutes: 6)) struct BellTests {
  /// What `weir` writes on a terminal of its own for a response that takes 10.2 s.
  private func written(_ config: String) throws -> String {
    let home = try WeirHome.with(
      gateways: """
        gateway: api
        gateways:
          api:
            url: https://a.example
            stubs: [{path: /slow, delay: 10.2, body: done}]
        """)
    try home.folder.write("config/weir/config.yaml", config)
    let words = home.command(["send", "--stub", "/slow"]).joined(separator: " ")
    let child = try ChildProcess(
      ["script", "-qec", words, "/dev/null"], environment: home.environment(),
      folder: home.workingFolder)
    #expect(try child.wait(limit: .seconds(60)) == .exited(0))
    return String(decoding: child.output, as: UTF8.self)
  }

  @Test func `a command that took more than ten seconds rings its terminal and names itself`()
    async throws
  {
    try await onOwnThread {
      let output = try written("bell: on\n")
      #expect(output.contains("\u{7}\u{1B}]2;weir: job 1 succeeded\u{7}"), "\(output)")
    }
  }

  @Test func `it does not where the settings say so`() async throws {
    try await onOwnThread {
      let output = try written("bell: off\n")
      #expect(output.contains("done") && !output.contains("\u{7}"), "\(output)")
    }
  }
}
