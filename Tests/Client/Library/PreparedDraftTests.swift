import ClientCore
import ClientModel
import TestSupport
import Testing

/// Requests made of drafts by what is public.
struct PreparedDraftTests {
  private let gateways = Gateways(all: [
    Gateway(
      name: "api", url: "https://{{host}}/v1",
      defaults: GatewayDefaults(headers: [DraftField("X-Client", "lib")]),
      authorization: .bearer("env:TOKEN"))
  ])

  @Test func `J1 J5 B12 a draft goes through its gateway with path variables and values filled`()
    throws
  {
    let request = try PreparedRequest(
      Draft(url: "/users/:id", pathVariables: [DraftField("id", "a b")], gateway: "api"),
      through: gateways, environment: Environment(values: ["host": "a.example"]))
    #expect(request.url == "https://a.example/v1/users/a%20b")
    #expect(request.headers.contains { $0.name == "X-Client" })
    #expect(
      request.credentials == .bearer(SensitiveText([.reference(.environment("TOKEN"), .none)])))
  }

  @Test func `all that is wrong with a draft is reported at once`() {
    #expect {
      _ = try PreparedRequest(
        Draft(method: "G T", url: "/users/{id}", gateway: "api"), through: gateways)
    } throws: { error in
      let why = (error as? Failure)?.why ?? ""
      return why.contains("G T") && why.contains("{{host}}")
    }
  }

  @Test func `a file that a draft names must be there`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("body.txt", "hello")
    let request = try PreparedRequest(
      Draft(method: "POST", url: "https://a.example", body: .file(path: path, mediaType: nil)))
    guard case .file(let file) = request.body else {
      Issue.record("\(request.body)")
      return
    }
    #expect(file.size == 5 && file.inode > 0)
    #expect(throws: Failure.self) {
      _ = try PreparedRequest(
        Draft(url: "https://a.example", body: .file(path: path + "x", mediaType: nil)))
    }
  }
}
