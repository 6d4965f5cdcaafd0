import ClientModel
import Foundation
import Testing

@testable import ClientPipeline

struct CurlOptionTests {
  /// - Source: `curl --help all` of the installed curl, which lists `--name <value>`.
  @Test func `the table has every option of the installed curl with its arguments`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    process.arguments = ["--help", "all"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    var count = 0
    for line in text.split(separator: "\n") {
      guard
        let found = line.firstMatch(of: /^ *(?:-(.), )?--([a-z0-9.-]+)( [<\[][^ ]+)?/)
      else { continue }
      count += 1
      let name = String(found.2)
      let plain = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
      let option = try CurlOptionTable.option(named: plain)
      #expect(option.name == plain, "\(name)")
      // The help names a subject, which the program reads apart from its options.
      let takes = found.3 != nil && plain != "help"
      #expect((option.argument == .value) == takes, "\(name)")
      #expect(option.letter == found.1?.utf8.first, "\(name)")
    }
    #expect(count > 200)
  }

  @Test func `no option stands twice in the table`() {
    let names = CurlOptionTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = CurlOptionTable.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test(arguments: [
    "--ntlm -u a:b", "--negotiate -u a:b", "--anyauth -u a:b", "--aws-sigv4 x -u a:b",
    "--aws-sigv4 goog:goog:r:s -u a:b", "--aws-sigv4 aws:amz:r -u a:b",
    "--basic --digest -u a:b", "--ntlm-wb -u :", "--digest --ntlm -u a:b",
    "--oauth2-bearer t --digest -u a:b", "-n", "--httpsig-key k", "--tlsuser a",
  ])
  func `another scheme never becomes Basic`(options: String) throws {
    for url in ["http://h/", "http://c:d@h/"] {
      let command = try CurlCommand.parse("curl \(options) \(url)")
      #expect(!command.missed.isEmpty)
      if options != "-n", !options.hasPrefix("--httpsig"), !options.hasPrefix("--tls") {
        #expect(command.draft.authorization == .none && command.draft.url == "http://h/")
      }
    }
  }

  @Test(arguments: [
    ("aws:amz:us-east-2:es", "http://h/", "us-east-2", "es"),
    ("aws:amz", "https://sqs.eu-west-1.amazonaws.com/1/q", "eu-west-1", "sqs"),
    ("aws:amz:eu-central-1", "https://sqs.eu-west-1.amazonaws.com/", "eu-central-1", "sqs"),
  ])
  func `a signature for Amazon is read with its region and service`(
    option: String, url: String, region: String, service: String
  ) throws {
    let command = try CurlCommand.parse("curl --aws-sigv4 \(option) -u KEY:hush \(url)")
    #expect(command.missed.isEmpty)
    let authorization = try #require(command.draft.authorization)
    #expect(authorization.scheme == .awsSignature)
    #expect(authorization.values == ["KEY", region, service, "", "hush"])
  }

  @Test func `a user in the URL proves itself by the chosen scheme`() throws {
    let draft = try CurlCommand.parse("curl --digest http://a%20b:c@h/").draft
    #expect(draft.authorization == .digest(user: "a b", password: "c") && draft.url == "http://h/")
    let other = try CurlCommand.parse("curl -u x:y http://a:b@h/").draft
    #expect(other.authorization == .basic(user: "x", password: "y") && other.url == "http://h/")
  }

  @Test func `a proxy that wants another scheme gets no password`() throws {
    for scheme in ["ntlm", "digest", "negotiate", "anyauth"] {
      let command = try CurlCommand.parse("curl -x p:1 -U a:b --proxy-\(scheme) http://h/")
      #expect(command.draft.options.route.proxy == "http://p:1" && !command.missed.isEmpty)
    }
  }

  @Test func `later options take their values`() throws {
    let command = try CurlCommand.parse("curl --ssl-sessions c.txt --sigalgs x --ech y https://x/")
    #expect(command.draft.url == "https://x/")
    #expect(command.dropped.count == 3 && command.missed.isEmpty)
    #expect(try CurlCommand.parse("curl --follow https://x/").draft.options.redirects != .stay)
  }

  @Test func `negated and shortened names are those of curl`() throws {
    let draft = try CurlCommand.parse("curl -L --no-location --insec --no-insecure h")
      .draft
    #expect(draft.options.redirects == .stay && draft.options.trust.verification == .full)
    #expect(throws: CurlProblem.self) { try CurlCommand.parse("curl --compres h") }
    #expect(throws: CurlProblem.self) { try CurlCommand.parse("curl --no-data h") }
  }

  private func urls(_ line: String) throws -> [String] {
    try CurlImport.commands(in: line).flatMap { try $0.get() }.map {
      "\($0.draft.method) \($0.draft.url)"
    }
  }

  @Test(arguments: [
    ("curl http://a http://b", ["GET http://a", "GET http://b"]),
    ("curl -d x http://a --next -I b", ["POST http://a", "HEAD http://b"]),
    (
      "curl 'http://h/{a,b}[1-2]'",
      ["GET http://h/a1", "GET http://h/a2", "GET http://h/b1", "GET http://h/b2"]
    ),
    ("curl 'h/[008-10]'", ["GET http://h/008", "GET http://h/009", "GET http://h/010"]),
    ("curl 'h/[a-e:2]'", ["GET http://h/a", "GET http://h/c", "GET http://h/e"]),
    ("curl 'h/\\[1\\]{x}'", ["GET http://h/[1]x"]),
    ("curl 'http://[::1]/[]'", ["GET http://[::1]/[]"]),
    ("curl -T d/f http://h", ["PUT http://h/f"]), ("curl -T f http://h/d", ["PUT http://h/d"]),
    ("curl -T 'f g' 'http://h/d/?q'", ["PUT http://h/d/f%20g?q"]),
    ("curl -T '{a,b}' http://h/ http://i/", ["PUT http://h/a", "PUT http://h/b", "GET http://i/"]),
    ("curl -T - http://h/", ["PUT http://h/"]),
  ]) func `several requests are found in curl's order`(line: String, expected: [String]) throws {
    #expect(try urls(line) == expected)
  }

  @Test(arguments: [
    "curl 'h/[1-1000]'", "curl 'h/[1-60]{a,b}'", "curl 'h/{}'", "curl 'h/{{x}}'", "curl 'h/[x'",
  ])
  func `lists that are too long or no lists are refused`(line: String) {
    #expect(throws: CurlProblem.self) { try urls(line) }
  }

  @Test func `a path variable of Weir is text to curl`() throws {
    let command = try CurlCommand.parse("curl http://h/a/:id/:b-c/x:y")
    let request = try Preparation(
      files: .assumed, random: RandomSource { Array(repeating: 1, count: $0) }
    )
    .prepare(command.draft)
    #expect(request.url == "http://h/a/:id/:b-c/x:y")
  }

  @Test func `the first of several requests is taken where one is wanted`() throws {
    let command = try CurlCommand.parse("curl http://a http://b")
    #expect(command.draft.url == "http://a" && command.missed.count == 1)
  }
}
