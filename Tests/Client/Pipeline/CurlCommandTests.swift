import ClientModel
import ClientPipeline
import TestSupport
import Testing

struct CurlCommandTests {
  static let files = FileReader { path in
    switch path {
    case "f": .success(Array("a=1\r\nb=2\n".utf8))
    case "h": .success(Array("X-One: 1\nX-Two: 2\n".utf8))
    case "-": .success(Array("stdin\n".utf8))
    default: .failure(FileRefusal(why: "It is not there.", whatToDo: "Choose another."))
    }
  }

  /// What would be sent: method, URL, headers but for User-Agent, and body, as curl 7.88 sends them.
  private func wire(_ line: String) throws -> String {
    let command = try CurlCommand.parse(line, files: Self.files)
    let request = try Preparation(
      files: .assumed, random: RandomSource { Array(repeating: 1, count: $0) }
    ).prepare(command.draft)
    // An empty field suppresses those that the transport would send by itself.
    let own = ["Accept", "Content-Type"]
    let headers = request.headers.filter {
      $0.name != "User-Agent" && !(own.contains($0.name) && $0.value.isEmpty)
    }
    .map { "\($0.name): \($0.value.parts.map(Self.clear).joined())" }.sorted()
    let body =
      switch request.body {
      case .none: ""
      case .text(let text): text.parts.map(Self.clear).joined()
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .file(let file): "<\(file.path)>"
      case .multipart(_, let parts):
        parts.map { part in
          let content =
            switch part.content {
            case .text(let text): text.plain ?? "?"
            case .file(let file): "@\(file.path)"
            }
          return "\(part.name)=\(content)|\(part.fileName ?? "")|\(part.mediaType ?? "")"
        }.joined(separator: "&")
      }
    return ["\(request.method) \(request.url)", headers.joined(separator: "; "), body].joined(
      separator: "\n")
  }

  private static func clear(_ part: SensitiveText.Part) -> String {
    switch part {
    case .plain(let text): text
    case .literal(let secret, _): secret.reveal()
    case .reference(let reference, _): "REFERENCE \(reference)"
    }
  }

  static let form = "Content-Type: application/x-www-form-urlencoded"

  @Test(arguments: [
    ("curl h.x", "GET http://h.x/\nAccept: */*\n"),
    ("curl -d a=1 -d 'b=2' http://h.x/p", "POST http://h.x/p\nAccept: */*; \(form)\na=1&b=2"),
    (
      "curl -G -d a=1 --data-urlencode 'b=x y' 'http://h.x/p?z=1#f'",
      "GET http://h.x/p?z=1&a=1&b=x+y\nAccept: */*\n"
    ),
    ("curl -G -d a=1 http://h.x/p?", "GET http://h.x/p?a=1\nAccept: */*\n"),
    ("curl -I -d x -G http://h.x", "HEAD http://h.x/?x\nAccept: */*\n"),
    (
      "curl --json '{\"a\":1}' --json x http://h.x",
      "POST http://h.x/\nAccept: application/json; Content-Type: application/json\n{\"a\":1}x"
    ),
    ("curl -d a -H 'Content-Type:' http://h.x", "POST http://h.x/\nAccept: */*\na"),
    (
      "curl -H 'X-E;' -H 'X: ' -H 'Y:  v ' -H Accept: http://h.x",
      "GET http://h.x/\nX-E: ; Y:  v \n"
    ),
    (
      "curl -F 'a=b;type=text/x' -F 'c=<-' --form-string 'd=@e;f' http://h.x",
      "POST http://h.x/\nAccept: */*\na=b||text/x&c=stdin\n||&d=@e;f||"
    ),
    (
      "curl -F 'p=@d/x.png' -F 'q=@y.bin;filename=\"n;m\";type=a/b' -F 'r=\"v;w\"' h.x",
      "POST http://h.x/\nAccept: */*\np=@d/x.png|x.png|image/png&q=@y.bin|n;m|a/b&r=v;w||"
    ),
    ("curl -b a=b -b c=d http://h.x", "GET http://h.x/\nAccept: */*; Cookie: a=b;c=d\n"),
    (
      "curl -e 'x;auto' -r 0-5 http://h.x",
      "GET http://h.x/\nAccept: */*; Range: bytes=0-5; Referer: x\n"
    ),
    ("curl -sSLXPUT http://h.x", "PUT http://h.x/\nAccept: */*\n"),
    ("curl -XGET -d x http://h.x", "GET http://h.x/\nAccept: */*; \(form)\nx"),
    ("curl -d '' http://h.x", "POST http://h.x/\nAccept: */*; \(form)\n"),
    ("curl -d @f http://h.x", "POST http://h.x/\nAccept: */*; \(form)\na=1b=2"),
    ("curl --data-binary @f http://h.x", "POST http://h.x/\nAccept: */*; \(form)\na=1\r\nb=2\n"),
    ("curl --data-raw @f http://h.x", "POST http://h.x/\nAccept: */*; \(form)\n@f"),
    (
      "curl --data-urlencode =a\\&b --data-urlencode n@- --data-urlencode \"x=é ~*()'!\" h.x",
      "POST http://h.x/\nAccept: */*; \(form)\na%26b&n=stdin%0A&x=%C3%A9+~%2A%28%29%27%21"
    ),
    ("curl --url-query 'a=b c' --url-query +q h.x/?q", "GET http://h.x/?q&a=b+c&q\nAccept: */*\n"),
    ("curl -H @h h.x", "GET http://h.x/\nAccept: */*; X-One: 1; X-Two: 2\n"),
    (
      "curl -H 'Content-Type: application/json' -d '{\"a\": 1}' h.x",
      "POST http://h.x/\nAccept: */*; Content-Type: application/json\n{\"a\": 1}"
    ),
    ("curl -T up.txt http://h.x/d/", "PUT http://h.x/d/up.txt\nAccept: */*\n<up.txt>"),
    (
      "curl -H 'Host: foo' -A '' \\\n  --data-raw $'it\\'s \\u0021\\x41\\n' \\\n h.x",
      "POST http://h.x/\nAccept: */*; \(form); Host: foo\nit's !A\n"
    ),
    ("  $ curl 'https://h.x/a'\"b c\"\\ d", "GET https://h.x/ab%20c%20d\nAccept: */*\n"),
    ("curl http://h.x/?a=1&b=2", "GET http://h.x/?a=1\nAccept: */*\n"),
  ]) func `a curl line sends what curl sends`(line: String, expected: String) throws {
    #expect(try wire(line) == expected)
  }

  @Test(arguments: [
    ("-r 600", "bytes=600-"), ("-r 600x", "bytes=600-"), ("-r 0-5", "bytes=0-5"),
    ("-r -5", "bytes=-5"), ("-r 1-2,-5", "bytes=1-2,-5"), ("-r abc", "bytes=abc"),
    ("-r ' 600'", "bytes= 600"),
  ]) func `a range of one number begins there`(option: String, value: String) throws {
    let headers = try CurlCommand.parse("curl \(option) h.x").draft.headers
    #expect(headers.first { $0.name == "Range" }?.value == value)
  }

  @Test(
    arguments: [
      ("h:443:10.0.0.1:443", ["h:443:10.0.0.1"]), ("h::10.0.0.1:", ["h:443:10.0.0.1"]),
      (":443:10.0.0.1:443", ["h:443:10.0.0.1"]), ("::10.0.0.1:", ["h:443:10.0.0.1"]),
      ("::[::1]:", ["h:443:[::1]"]), ("H:443:[::1]:443", ["H:443:[::1]"]), ("h:443::", []),
      ("other:1:10.0.0.1:2", []), ("other:1:10.0.0.1:1", ["other:1:10.0.0.1"]),
    ] as [(String, [String])])
  func `each part of a connection may be empty`(value: String, resolve: [String]) throws {
    let command = try CurlCommand.parse("curl --connect-to \(value) https://h/")
    #expect(command.draft.options.route.resolve == resolve)
  }

  @Test func `HTTP/2 without TLS is only what curl offers, unless the server is known to speak it`()
    throws
  {
    #expect(
      try CurlCommand.parse("curl --http2 http://h").draft.options.route.version == .automatic)
    #expect(try CurlCommand.parse("curl --http2 https://h").draft.options.route.version == .http2)
    let known = try CurlCommand.parse("curl --http2-prior-knowledge http://h")
    #expect(known.draft.options.route.version == .http2 && known.dropped.isEmpty)
  }

  @Test func `what is left out of a part or typed into curl is to be completed`() throws {
    let part = try CurlCommand.parse("curl -F 'a=b;headers=\"X-Y: z\";type=text/x' http://h")
    #expect(part.draft.body == .multipart([DraftPart(name: "a", value: "b", mediaType: "text/x")]))
    #expect(part.missed.count == 1)
    for line in ["-T -", "-d @-", "--json @-", "-F 'a=<-'", "-F a=@-", "--data-binary @-"] {
      let command = try CurlCommand.parse("curl \(line) http://h")
      #expect(command.missed.count == 1, "\(line)")
      if case .file = command.draft.body { Issue.record("\(line) is sent from a file") }
    }
  }

  @Test func `a last --next changes nothing`() throws {
    let command = try CurlCommand.parse("curl http://h/1 --next")
    #expect(command.draft.url == "http://h/1" && command.missed.isEmpty)
  }

  @Test func `options find their place`() throws {
    let draft = try CurlCommand.parse(
      """
      curl -k --cacert ca.pem -E c.pem --key k.pem -x p:1 -U me:pw --resolve a:1:b --connect-to c:2:[::1]:2 --unix-socket /s --http2 \
      -L --max-redirs 3 --compressed -m 2.5 --connect-timeout 1 --retry 2 -u ada:pass --digest https://h.x
      """
    ).draft
    let options = draft.options
    #expect(
      options.trust
        == TrustOptions(
          verification: .insecure, authorities: "ca.pem", clientCertificate: "c.pem",
          clientKey: "k.pem"))
    #expect(
      options.route.proxy
        == SensitiveText([.plain("http://"), .literal(Secret("me:pw"), .none), .plain("@p:1")]))
    #expect(
      options.route.resolve == ["a:1:b", "c:2:[::1]"] && options.route.unixSocket == "/s"
        && options.route.version == .http2)
    #expect(
      options.redirects == .follow(atMost: 3) && options.codings == .all && options.cookies == .off)
    #expect(
      options.deadlines.total == .milliseconds(2500) && options.deadlines.connect == .seconds(1))
    #expect(options.retry.attempts == 3)
    #expect(draft.authorization == .digest(user: "ada", password: "pass"))
    #expect(try CurlCommand.parse("curl h.x").draft.options.redirects == .stay)
  }

  @Test func `nothing is run, fetched or read, and what is left out is reported`() throws {
    let command = try CurlCommand.parse(
      "curl -o ~/.bashrc -O --proxy evil -k \"http://$ID/\" -b jar.txt -c out -w x --ntlm | sh -c \"$(rm)\""
    )
    #expect(command.draft.url == "http://{{ID}}/")
    #expect(
      Set(command.dropped.map(\.option)).isSuperset(of: [
        "-o ~/.bashrc", "-O", "-b jar.txt", "-c out", "-w x", "--ntlm", "$ID", "sh",
      ]))
    #expect(command.dropped.allSatisfy { !$0.why.isEmpty })
    let data = try CurlCommand.parse("curl -d @/etc/passwd h.x")
    #expect(
      data.draft.body == .file(path: "/etc/passwd", mediaType: "application/x-www-form-urlencoded"))
    #expect(data.dropped.count == 1)
  }

  @Test(arguments: [
    "-u u:command:id", "-H 'Authorization: Bearer env:TOKEN'",
    "-H 'cookie: file:/etc/passwd'", "--oauth2-bearer command:id", "-b env:HOME=1",
  ])
  func `a foreign line cannot look up a secret`(option: String) throws {
    let command = try CurlCommand.parse("curl \(option) https://h.x")
    #expect(command.draft.authorization == .none && command.draft.headers.isEmpty)
    #expect(command.dropped.count == 1)
  }

  @Test(arguments: [
    "curl", "curl -X", "curl 'a", "curl \"a", "curl $'a", "wget x", "curl -m x h", "curl -F a h",
    "curl -d 1 -F a=b h", "curl [options] <url>", "curl [options...] url", "curl http://h/{a",
    "curl --ssl-session c.txt https://h", "curl --no-such c.txt https://h", "curl -\u{301} h",
    "curl -K options h", "curl --connect-to h:80:b:2 h", "curl --connect-to ::b:2 h",
    "curl --connect-to a:1 h", "curl --connect-to :80:b:80 $X/y", "curl --config x h",
    "curl --help",
    "curl --request-target / h", "curl --variable a=b h", "curl --expand-url h", "curl -",
    "curl ftp://h/x", "curl ftp.h.x/y", "curl <<EOF h", "curl --proto =ftp http://h",
    "curl -x gopher://p h", "curl --path-as-is http://h/../x", "curl $A $B",
  ])
  func `a line that cannot be read says why`(line: String) {
    do {
      _ = try CurlCommand.parse(line)
      Issue.record("read")
    } catch { #expect(!error.what.isEmpty && !error.why.isEmpty && !error.whatToDo.isEmpty) }
  }

  @Test func `mutated lines do no harm`() {
    let seeds = [
      "curl -sSL -X POST 'https://h.x/a?b=c' -H 'A: b' -d '{\"x\": [1,2]}' --compressed \\\n -u a:b",
      "curl -F 'a=@b;type=c/d;filename=\"e\"' -F c=\\<f $'\\x41\\u00e9\\777' --url z",
      "curl --json @- --url-query +a#b -b 'a=b' -e 'c;auto' -x socks5h://u:p@h -m 10 {x,y}",
      "A=b; echo \"$A\" | curl h -d @- <<-E >&2 || curl \"$(id)\" <f\n\t${A}`x`\n\tE\nif x; then\ncurl a\nfi",
    ].map { Array($0.unicodeScalars) }
    let extra = Array("'\"\\$`{}[]<>|;&#@=:-/ \n\t\u{0}\u{1b}é😀\u{F0000}0xuU%".unicodeScalars)
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var read = 0
    for _ in 0..<trials(of: 10_000) {
      var line = seeds[random(seeds.count)]
      for _ in 0...random(6) {
        let index = random(line.count)
        switch random(4) {
        case 0: line.remove(at: index)
        case 1: line.insert(extra[random(extra.count)], at: index)
        case 2: line[index] = extra[random(extra.count)]
        default: line.removeSubrange(index..<min(line.count, index + random(5)))
        }
        if line.isEmpty { line = seeds[0] }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line)
      guard let command = try? CurlCommand.parse(String(text), files: Self.files) else { continue }
      read += 1
      let result = Preparation(files: .assumed).examine(command.draft)
      #expect((result.request == nil) == !result.problems.isEmpty)
      if let request = result.request {
        #expect(request.url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F })
        _ = CurlExport.line(request)
      }
    }
    #expect(read > trials(of: 1_000))
  }
}
