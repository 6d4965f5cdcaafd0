import Foundation
import TestSupport
import TestTraits
import Testing

/// A program as the stub of a gateway, on the command line.
@Suite(.usesSystem(minutes: 5)) struct StubProgramTests {
  private func home(_ script: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/order.sh", "#!/bin/sh\n" + script)
    try home.folder.write(
      "work/weir.yaml",
      """
      gateway: api
      gateways:
        api:
          url: http://api.invalid
          stubs:
            - {method: POST, path: "/orders/{id}", command: [/bin/sh, ./order.sh]}
      """)
    return home
  }

  @Test func `a program makes the response of a stub, in a trusted workspace only`() async throws {
    try await onOwnThread {
      let home = try home(
        """
        cat > seen.json
        printf '{"status": 201, "headers": {"X-Made": "yes"}, "body": {"ok": true}}'
        """)
      let words = ["send", "--stub", "POST", "/orders/7", "n:=1", "Authorization:Bearer hush"]
      let refused = try home.run(words)
      #expect(refused.code == 2 && refused.errorOutput.contains("weir trust"))
      #expect(try home.run("trust").code == 0)
      let sent = try home.run(words + ["-v"])
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(sent.output.contains("201") && sent.output.contains("X-Made: yes"))
      #expect(sent.output.contains("Content-Type: application/json"))
      #expect(sent.output.hasSuffix("{\"ok\": true}"))
      let seen = try #require(
        JSONSerialization.jsonObject(
          with: Data(contentsOf: URL(fileURLWithPath: home.workingFolder + "/seen.json")))
          as? [String: Any])
      #expect(seen["method"] as? String == "POST" && seen["body"] as? String == "{\"n\": 1}")
      #expect(seen["url"] as? String == "http://api.invalid/orders/7")
      #expect((seen["path"] as? [String: String]) == ["id": "7"])
      #expect(!"\(seen)".contains("hush"))
      // What it runs is part of what was accepted.
      try home.folder.write("work/order.sh", "#!/bin/sh\necho '{}'")
      #expect(try home.run(words).errorOutput.contains("weir trust"))
    }
  }

  @Test func `a program that fails or prints nonsense fails the job with its reason`() async throws
  {
    try await onOwnThread {
      for (script, why) in [
        ("echo no >&2; exit 3", "It ended with status 3: no"),
        ("echo '{\"status\": 99}'", "Its `status` cannot be used."),
        ("echo '{\"statsu\": 200}'", "Did it mean `status`?"),
        ("echo '{\"error\": {\"reason\": \"closed\"}}'", "closed"),
      ] {
        let home = try home(script)
        #expect(try home.run("trust").code == 0)
        let sent = try home.run("send", "--stub", "POST", "/orders/7")
        #expect(sent.code != 0 && sent.errorOutput.contains(why), "\(sent.errorOutput)")
      }
    }
  }
}
