import ClientModel
import Testing

@testable import ClientPipeline

/// One list decides what is a credential by its name, wherever it stands.
struct CredentialNamesTests {
  private let names = CredentialNames.standard

  @Test(arguments: [
    "Authorization", "x-api-key", "X_API_KEY", "Private-Token", "OCP-APIM-Subscription-Key",
    "X-Amz-Security-Token", "Set-Cookie", "api-key", "X-Auth-Token",
  ])
  func `a header on the list is one in any case and with either separator`(_ name: String) {
    #expect(names.contains(name, in: .header))
  }

  @Test(arguments: ["Accept", "Content-Type", "X-Request-Id", "Idempotency-Key", "ETag", "", "-"])
  func `other headers are not on it`(_ name: String) {
    #expect(!names.contains(name, in: .header))
  }

  @Test(arguments: ["api_key", "apiKey", "access-token", "user[password]", "db.password", "sig"])
  func `a field is found by its name, or by the innermost part of it`(_ name: String) {
    #expect(names.contains(name, in: .field))
  }

  @Test(arguments: ["keyboard", "page_token_count", "monkey", "password[hint]", "next_page_token"])
  func `a name that only contains another is not found`(_ name: String) {
    #expect(!names.contains(name, in: .field))
  }

  @Test func `key is a field of a query and no member of JSON`() {
    #expect(names.contains("key", in: .field))
    #expect(!names.contains("key", in: .member))
    #expect(names.contains("password", in: .member))
  }

  @Test func `a workspace adds names and takes fields off, but no header`() {
    let own = CredentialNames(adding: ["X-Tenant"], plain: ["key", "Authorization"])
    #expect(own.contains("x_tenant", in: .header) && own.contains("xTenant", in: .member))
    #expect(!own.contains("key", in: .field))
    #expect(own.contains("Authorization", in: .header))
    #expect(!names.contains("X-Tenant", in: .header))
  }

  @Test(arguments: [
    ("https://h/p?page=2&api_key=abc&x=1#f", "https://h/p?page=2&api_key=••••••&x=1#f"),
    ("https://h/p?api%5Fkey=abc", "https://h/p?api%5Fkey=••••••"),
    ("/done?t=1;token=abc", "/done?t=1;token=••••••"),
    ("https://h/#access_token=abc&state=1", "https://h/#access_token=••••••&state=1"),
    ("https://u:pw@h/x", "https://u:••••••@h/x"), ("https://key@h/", "https://••••••@h/"),
    ("https://h/?key=", "https://h/?key="), ("https://h/p@q?a=b", "https://h/p@q?a=b"),
    ("<https://h/?page=2&sig=abc>; rel=\"next\"", "<https://h/?page=2&sig=••••••>; rel=\"next\""),
    ("5; url=/a?token=x", "5; url=/a?token=••••••"),
    ("https://h/?to=https://i/?token=abc&b=1", "https://h/?to=https://i/?token=••••••&b=1"),
    ("https://h/?key=a\u{301}b&k\u{301}ey=c", "https://h/?key=••••••&k\u{301}ey=c"),
  ])
  func `an address is shown without its credentials`(_ address: String, _ shown: String) {
    #expect(names.masked(address) == shown)
  }

  @Test(arguments: [
    (#"{"user":"u","password":"p\"w","n":{"api_key":12.5}}"#, ["p\\\"w", "12.5"]),
    (#"[{"token" : "a"}, {"token": null}, {"key":"v"}]"#, ["a"]),
    (#"{"pass\u0077ord":"x","note":"password"}"#, ["x"]), (#"{"secret":"#, []),
    (#"{"secret":{"a":"b"}}"#, []),
  ])
  func `listed members of JSON are found at any depth`(_ text: String, _ found: [String]) {
    #expect(names.places(in: text, .json).secrets(in: text) == found)
  }

  @Test func `listed fields of a form are found as they are written`() {
    let text = "grant_type=x&client%5Fsecret=a%2Fb&password=&user[password]=c"
    #expect(names.places(in: text, .fields).secrets(in: text) == ["a%2Fb", "c"])
  }

  @Test func `sealing changes nothing that is sent, also beside secrets that are in it`() throws {
    let reference = SensitiveText.Part.reference(.environment("N"), .json)
    let text = SensitiveText([
      .plain(#"{"a":""#), reference, .plain(#"","password":"p\#u{F0000}w","token":"x"#), reference,
      .plain(#""}"#),
    ])
    guard case .text(let sealed) = names.sealing(.text(text), mediaType: "application/json") else {
      throw CancellationError()
    }
    #expect(sealed.parts.contains(.literal(Secret("p\u{F0000}w"), .none)))
    #expect(sealed.parts.contains(.literal(Secret("x"), .none)))
    let revealed = sealed.parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal(let secret, _): secret.reveal()
      case .reference: "<N>"
      }
    }.joined()
    #expect(revealed == #"{"a":"<N>","password":"p\#u{F0000}w","token":"x<N>"}"#)
  }

  @Test func `bytes that hold no credential stay bytes`() {
    let bytes = Array(#"{"a":1}"#.utf8)
    #expect(names.sealing(.bytes(bytes), mediaType: nil) == .bytes(bytes))
  }

  @Test func `a scheme word is not a secret, a passphrase that begins with a word is`() {
    #expect(AuthenticationScheme(of: "Bearer abc", in: "X-Token")?.rest == "abc")
    #expect(AuthenticationScheme(of: "Custom abc", in: "Authorization")?.word == "Custom")
    #expect(AuthenticationScheme(of: "correct horse", in: "X-Api-Key") == nil)
    for scheme in AuthScheme.all {
      #expect(AuthenticationScheme(of: "\(scheme.header) abc", in: "X-Token")?.rest == "abc")
    }
  }

  @Test func `what a request sends stays, what it shows has dots`() throws {
    let preparation = Preparation(
      files: FileFacts { _ in .failure(FileRefusal(why: "", whatToDo: "")) })
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://h/x?api_key=k3y&b=1", query: [DraftField("key", "crimson")],
        headers: [DraftField("X-Api-Key", "h4der")],
        body: .json(#"{"password":"p4ss","n":1}"#)))
    #expect(request.url == "https://h/x?api_key=k3y&b=1&key=crimson")
    #expect(request.displayURL == "https://h/x?api_key=••••••&b=1&key=••••••")
    #expect(request.secretQuery.isEmpty && request.carriesSecrets)
    for secret in ["k3y", "crimson", "h4der", "p4ss"] {
      #expect(!CurlExport.line(request).contains(secret))
      #expect(CurlExport.line(request, secrets: .inClear).contains(secret))
      #expect(!String(describing: request.headers).contains(secret))
    }
    #expect(
      !String(decoding: CommandMessage.request(request, stage: .submit), as: UTF8.self)
        .contains("k3y"))
  }
}
