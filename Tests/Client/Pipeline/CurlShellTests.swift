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
    ("curl h -d \"$A${B}-$ $\"", "{{A}}{{B}}-$ $"),
    ("curl h -d \"{{a$B}}\"", "{{a{{B}}}}"),
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
    #expect(throws: CurlProblem.self) { try requests("grep x f | curl -d @- h") }
  }

  @Test(arguments: [
    ("echo '{\"a\": 1}' | curl h --data-binary @-", "{\"a\": 1}\n"),
    ("echo -n \"$A\"  b |\n  curl h -d @-", "{{A}} b"),
    ("echo a | cat | curl h --data-binary @-", "a\n"),
    ("cat <<EOF | curl h --data-binary @-\na\nEOF\n", "a\n"),
    ("cat <<EOF |\na\nEOF\ncurl h --data-binary @-", "a\n"),
  ]) func `what one command writes into a pipe as it stands is the body`(
    text: String, expected: String
  ) throws {
    let command = try #require(try requests(text).first)
    guard case .text(let body, _) = command.draft.body else {
      Issue.record("\(command.draft.body)")
      return
    }
    #expect(body == expected)
  }

  @Test(arguments: [
    "(echo a; echo b) | curl h -d @-", "echo \"$(date)\" | curl h -d @-",
    "echo a | base64 | curl h -d @-",
    "echo -e 'a\\n' | curl h -d @-", "cat | curl h -d @-", "cat a b | curl h -d @-",
    "echo a > f | curl h -d @-",
  ]) func `what a pipe brings is not guessed`(text: String) {
    #expect(throws: CurlProblem.self) { try requests(text) }
  }

  @Test(arguments: [
    ("TOKEN=$(curl http://one/ -d a=b | jq -r .token)", "$("),
    ("export T=`curl -d a=b http://one/`", "`"),
    ("echo \"$(curl -s -d \"a=b\" \\\n http://one/)\"", "$("),
    ("echo \"$( curl http://one/)\"", "$("), ("echo \"`curl http://one/`\"", "`"),
    ("bash <(curl -d a=b http://one/)", "<("), ("diff a <(curl http://one/)", "<("),
    ("curl \"http://one/$(id)\" -d x", "$("), ("curl http://one/`id`", "`"),
    ("curl http://one/$((1 + 2))", "$("), ("curl \"http://one/${A:-b c}\"", "${"),
    ("curl http://one/$1", "$1"), ("curl http://one/ \"$@\"", "$@"), ("curl http://one/?$?", "$?"),
    ("curl http://one/ -d @- <<EOF\n$(id)\nEOF", "$("), ("curl http://one/a(b)", "("),
    ("(curl http://one/)", "("), ("(\ncurl http://one/ )", ")"), ("{ curl http://one/; }", "{"),
    ("H=a; (H=b); curl http://$H/", "("), ("H=a; H=$(x); curl http://$H/", "$("),
    ("H=a; (( H++ )); curl http://$H/", "("), ("if curl http://one/; then x; fi", "if"),
    ("if x; then curl http://one/; fi", "if"), ("! while curl http://one/; do :; done", "while"),
    ("for i in 1 2; do curl http://one/; done", "for"), ("f() { curl http://one/; }", "("),
    ("for i in 1; do :; done; curl http://one/", "for"),
    ("echo b | while read H; do curl http://$H/; done", "while"),
    ("case $A in a) curl http://one/;; esac", "case"),
  ]) func `a command that only a shell can evaluate is reported`(text: String, part: String) throws
  {
    let results = CurlImport.commands(in: text + "\ncurl http://two/")
    #expect(results.count == 2)
    let problem = #expect(throws: CurlProblem.self) { try results[0].get() }
    #expect(problem?.what.contains("was not imported") == true)
    #expect(problem?.why == "Only simple commands are read, and this one depends on `\(part)`.")
    #expect(problem?.whatToDo.isEmpty == false)
    #expect(try results.last?.get().map(\.draft.url) == ["http://two/"])
  }

  @Test func `a report names the line, and no value of it`() throws {
    let text = "# Log in.\ncurl http://one/ \\\n -d 'a\nb'\n\nT=$(curl -u ann:hush http://two/)\n"
    let results = CurlImport.commands(in: text)
    #expect(try results[0].get().count == 1)
    let problem = #expect(throws: CurlProblem.self) { try results[1].get() }
    #expect(problem?.what == "The curl command in line 6 was not imported.")
    #expect(problem.map { "\($0)".contains("hush") } == false)
  }

  @Test func `a known variable is its value, as a shell puts it into a word`() throws {
    let line = "curl \"$HOST/a\" -H \"$KEY\" --data-urlencode \"q=$Q\""
    let values = ["HOST": "http://one", "KEY": "X-Key: {{k}}", "Q": "a b"]
    let found = try #require(CurlImport.commands(in: line, values: values).first?.get().first)
    #expect(found.draft.url == "http://one/a" && found.missed == [] && found.dropped == [])
    #expect(found.draft.headers.map(\.value) == ["{{\"{{\"}}k}}"])
    #expect(found.draft.body == .text("q=a+b", mediaType: "application/x-www-form-urlencoded"))
    #expect(try requests("H=http://two; curl $H/x")[0].draft.url == "http://two/x")
    #expect(try requests("curl http://h/$P")[0].draft.url == "http://h/{{P}}")
    // Without quotes it may be several words, which are other options.
    #expect(throws: CurlProblem.self) {
      try CurlImport.commands(in: "curl $O http://h", values: ["O": "-X PUT"])[0].get()
    }
  }

  @Test(arguments: [
    "[ x ] && H=a; curl http://$H/", "x || H=a; curl http://$H/",
    "H=a; [ x ] && H=b; curl http://$H/", "H=a curl http://$H/",
    "H=a; H+=b; curl http://$H/", "H=a; unset H; curl http://$H/", "H=a & curl http://$H/",
    "H=a; eval H=b; curl http://$H/", "H=a; read H < f; curl http://$H/",
    "H=a; printf -v H b; curl http://$H/",
    "H=a; declare -i H=2; curl http://$H/",
  ]) func `a variable that may have another value is not filled in`(text: String) throws {
    #expect(try requests(text)[0].draft.url == "http://{{H}}/")
  }

  @Test func `a variable that is set from an unknown one is that one, also if the user gave it`()
    throws
  {
    let values = ["TOKEN": "given"]
    for (text, url) in [
      ("TOKEN=$X; curl http://one/$TOKEN", "http://one/{{X}}"),
      ("TOKEN=a; TOKEN=b$X; curl http://one/$TOKEN", "http://one/b{{X}}"),
      ("TOKEN=$X; TOKEN=c; curl http://one/$TOKEN", "http://one/c"),
      ("curl http://one/$TOKEN", "http://one/given"),
    ] {
      let found = try CurlImport.commands(in: text, values: values)[0].get()[0]
      #expect(found.draft.url == url)
    }
  }

  @Test(arguments: [
    ("i=0; while [ $i ]; do\n curl http://one/\ndone", "done"),
    ("seq 2 | while read n; do\n curl http://one/\ndone", "done"),
    ("until x\ndo\n curl http://one/\ndone", "done"),
    ("for i in 1; do echo a\n curl http://one/\ndone < f", "done"),
    ("if x\nthen\n curl http://one/\nfi", "fi"), ("if x; then\n curl http://one/\nfi", "fi"),
    ("if x; then\n y\nelif z; then\n curl http://one/\nfi", "fi"),
    ("case $A in\n a) x;;\n b)\n curl http://one/;;\nesac", "esac"),
    ("f() {\n curl http://one/\n}", "}"), ("function f {\n curl http://one/\n}", "}"),
    ("f () {\n x || { y; }\n curl http://one/ -d '{\n}'\n}", "}"),
  ]) func `a command within a block is reported, and one behind it is read`(
    text: String, end: String
  ) throws {
    let results = CurlImport.commands(in: text + "\ncurl http://two/")
    #expect(results.count == 2)
    let problem = #expect(throws: CurlProblem.self) { try results[0].get() }
    #expect(problem?.why.contains("is in a block that ends with `\(end)`") == true)
    #expect(try results.last?.get().map(\.draft.url) == ["http://two/"])
  }

  @Test func `a command in another command's here-document is reported`() throws {
    let results = CurlImport.commands(in: "cat > f <<EOF\ncurl http://one/\nEOF\ncurl http://two/")
    #expect(results.count == 2)
    let problem = #expect(throws: CurlProblem.self) { try results[0].get() }
    #expect(problem?.why == "Only simple commands are read, and this one is in a here-document.")
    #expect(try results.last?.get().map(\.draft.url) == ["http://two/"])
  }

  @Test func `a command before a loop in its line is read`() throws {
    let found = try requests("curl http://one/ | while read n; do\n echo\ndone\ncurl http://two/")
    #expect(found.map(\.draft.url) == ["http://one/", "http://two/"])
    #expect(found[0].dropped.map(\.option) == ["while", "do"])
  }

  @Test(arguments: [
    "This is what to do\ncurl http://one/", "if you want it, then\ncurl http://one/",
    "Put this in\ncurl http://one/", "First log in; do it once\ncurl http://one/",
    "# for i in 1; do\n#  x\n# done\ncurl http://one/", "a | <<E\nb\nE\ncurl http://one/",
    "for example\ncurl http://one/", "`curl` is a program\ncurl http://one/",
    "$(which curl) is its path\ncurl http://one/", "[\n  {\n  }\n]\ncurl http://one/",
    "curl http://zero/ -d 'for i in 1; do\n if x; then y'\ncurl http://one/",
  ]) func `prose and bodies open no block`(text: String) throws {
    #expect(try requests(text).last?.draft.url == "http://one/")
  }

  @Test(arguments: [
    "http_proxy=http://p curl http://one/", "export HTTPS_PROXY=http://p; curl http://one/",
    "CURL_CA_BUNDLE=x curl http://one/",
  ]) func `a variable that curl itself reads makes another request`(text: String) throws {
    #expect(try requests(text)[0].missed.count == 1)
    #expect(try requests("LANG=C curl http://one/")[0].missed == [])
    let second = try requests("http_proxy=http://p curl http://one/; curl http://two/")
    #expect(second.map(\.missed.count) == [1, 0])
  }

  @Test func `what was put into the request is not reported as left out, and no value is`() throws {
    #expect(try requests("ID=7; curl http://one/$ID")[0].dropped == [])
    #expect(try requests("export ID=7; curl http://one/$ID")[0].draft.url == "http://one/7")
    #expect(try requests("echo a | curl http://one/ -d @-")[0].dropped == [])
    let reported = try requests("TOKEN=abc$X; curl http://one/")[0].dropped.map(\.option)
    #expect(!reported.contains { $0.contains("abc") } && reported.contains("TOKEN"))
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
    #expect(throws: CurlProblem.self) { try CurlCommand.parse("curl 'http://\(mark)h'") }
    let shell = try CurlCommand.parse("curl h -d 'a'\(mark) -X '\(mark)PUT'")
    #expect(shell.draft.method.utf8.count == 5)
  }
}
