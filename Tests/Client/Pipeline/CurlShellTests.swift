import ClientModel
import ClientPipeline
import Testing

/// What of a curl line is the shell's: quotes, here-documents, variables, operators.
struct CurlShellTests {
  private func requests(_ text: String) throws -> [CurlCommand] {
    try CurlImport.commands(in: text).flatMap { try $0.get() }
  }

  private func body(_ text: String) throws -> String {
    switch try CurlCommand.parse(text).draft.body {
    case .text(let text, _), .json(let text): text
    case .bytes(let bytes, _): String(decoding: bytes, as: UTF8.self)
    default: "another"
    }
  }

  @Test(arguments: [
    ("curl h -d 'a\nb'", "a\nb"),
    ("curl h -d \"a\\\nb\nc\"", "ab\nc"),
    ("curl h --data-binary @- <<EOF\na\n b\nEOF\n", "a\n b\n"),
    ("curl h --data-binary @- <<'EOF'\n$a `b`\nEOF", "$a `b`\n"),
    ("curl h --data-binary @- <<-EOF\n\t\ta\n\tEOF", "a\n"),
    ("curl h -d @- <<< 'one line'", "one line"),
    ("curl h -d @- <<EOF\n$NAME \\$x\nEOF", "{{NAME}} $x"),
    ("curl h -d \"$A${B}-$(date +%s)\"", "{{A}}{{B}}-{{shell-1}}"),
    ("curl h -d '$A'", "$A"),
    ("curl h -d '{{x}} {{ y }} {{{z}}}'", "{{\"{{\"}}x}} {{\"{{\"}} y }} {{{\"{{\"}}z}}}"),
    ("curl h -d $'\\xe9'", "\u{FFFD}"),
    ("curl h -d a#b # comment", "a#b"),
  ]) func `a body arrives as the shell gives it to curl`(text: String, expected: String) throws {
    #expect(try body(text) == expected)
  }

  @Test func `a file that is standard input is the body`() throws {
    let draft = try CurlCommand.parse("curl h --data-binary @- < in.json").draft
    #expect(
      draft.body == .file(path: "in.json", mediaType: "application/x-www-form-urlencoded"))
    #expect(throws: CurlProblem.self) { try requests("cat x | curl -d @- h") }
  }

  @Test func `each command of a page is found, and prose is not`() throws {
    let page = """
      Here's how, with curl:
          $ curl http://one/ -d 'a
      b' | jq .
      sudo curl http://two/ && curl http://three/ > out
      TOKEN=x curl http://four/ || true
      cat file | curl http://five/

      That isn't all.
      """
    let found = try requests(page)
    #expect(
      found.map(\.draft.url) == [
        "http://one/", "http://two/", "http://three/", "http://four/", "http://five/",
      ])
    #expect(found[0].draft.body == .text("a\nb", mediaType: "application/x-www-form-urlencoded"))
  }

  @Test func `a quote that is not closed spoils one command only`() throws {
    let results = CurlImport.commands(in: "curl 'http://one/\ncurl http://two/\n")
    #expect(results.count == 2)
    #expect(throws: CurlProblem.self) { try results[0].get() }
    #expect(try results[1].get().map(\.draft.url) == ["http://two/"])
  }

  @Test(arguments: [
    ("curl $URL", "{{URL}}"), ("curl \"$BASE/x?y=$Y\"", "{{BASE}}/x?y={{Y}}"),
    ("curl https://$HOST/x", "https://{{HOST}}/x"), ("curl ${HOST}:80", "{{HOST}}:80"),
    ("curl 'http://h/$x'", "http://h/$x"),
    ("curl -g 'http://h/a?{{x}}'", "http://h/a?{{\"{{\"}}x}}"),
    ("curl -g 'http://h/{{x}}'", "http://h/%7B%7Bx%7D%7D"),
  ]) func `a variable is a template, and braces of curl are text`(
    line: String, expected: String
  ) throws {
    #expect(try CurlCommand.parse(line).draft.url == expected)
  }

  @Test func `a variable stands for its value wherever it is`() throws {
    let draft = try CurlCommand.parse(
      #"curl -u "$U:$P" -H "X-$N: $V" -b "s=$S" -F "f=@$FILE" -F "g=$G" -x "http://$PROXY" h"#
    ).draft
    #expect(draft.authorization == .basic(user: "{{U}}", password: "{{P}}"))
    #expect(
      draft.headers == [DraftField("X-{{N}}", "{{V}}"), DraftField("Cookie", "s={{S}}")])
    guard case .multipart(let parts) = draft.body else { return #expect(Bool(false)) }
    #expect(parts.map(\.path) == ["{{FILE}}", nil] && parts[1].value == "{{G}}")
    #expect(draft.options.route.proxy == "http://{{PROXY}}")
  }

  @Test func `separators before combining marks are separators`() throws {
    let mark = "\u{301}"
    let draft = try CurlCommand.parse(
      "curl -u ann:\(mark)secret -H 'X:\(mark)v' -F 'a=\(mark)b' 'http://h/\(mark)@evil.example'"
    ).draft
    #expect(draft.authorization == .basic(user: "ann", password: "\(mark)secret"))
    #expect(draft.headers.first.map { Array($0.value.utf8) } == Array("\(mark)v".utf8))
    #expect(draft.headers.first?.name == "X")
    #expect(draft.url.utf8.starts(with: "http://h/".utf8))
    #expect(throws: CurlProblem.self) { try CurlCommand.parse("curl 'http://h\(mark)'") }
    let shell = try CurlCommand.parse("curl h -d 'a'\(mark) -X '\(mark)PUT'")
    #expect(shell.draft.method.utf8.count == 5)
  }
}
