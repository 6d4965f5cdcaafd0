import ClientCore
import ClientModel
import TestSupport
import Testing

@testable import weir

/// Secrets are looked up where their references point.
struct SystemSecretsTests {
  private func secret(_ reference: SecretReference) async throws -> String {
    try await SystemSecrets().resolve(reference).reveal()
  }

  private func failure(_ reference: SecretReference) async -> Failure? {
    do throws(Failure) {
      _ = try await SystemSecrets().resolve(reference)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), (" a ", " a ")])
  func `a file gives its text less one line end`(content: String, secret: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("token", content)
    #expect(try await self.secret(.file(path)) == secret)
  }

  @Test func `a command gives what it prints`() async throws {
    #expect(try await secret(.command("echo abc")) == "abc")
  }

  @Test func `what is missing holds the job and says how to go on`() async {
    let all: [SecretReference] = [
      .environment("WEIR_TEST_NO_SUCH_VARIABLE"), .file("/nowhere/token"), .command("false"),
      .command("weir-no-such-program"), .value("token"),
    ]
    for reference in all {
      let failure = await failure(reference)
      #expect(failure?.kind == .secretMissing, "\(reference)")
      #expect(failure?.whatToDo.isEmpty == false, "\(reference)")
    }
  }
}
