/// 200 curl command lines, each option beside others: what people paste.
enum CurlLines {
  /// - Parameter url: Where they all go; every line has its own path.
  static func all(to url: String) -> [String] {
    var lines: [String] = []
    for (index, body) in bodies.enumerated() {
      for (step, header) in headers.enumerated() {
        let number = lines.count
        let more = extras[(index * 3 + step * 5) % extras.count]
        let path = paths[(index + step) % paths.count]
        let words = ["curl", "-s", header, more, body, "'\(url)/\(number)\(path)'"]
        lines.append(words.filter { !$0.isEmpty }.joined(separator: " "))
      }
    }
    return Array(lines.prefix(200))
  }

  private static let headers = [
    "", "-H 'X-One: 1'", "-H 'X-Same: 1' -H 'X-Same: 2'", "-H 'Accept: text/html'", "-H 'Accept:'",
    "-H 'X-Empty;'", "-A agent/1.0", "-e https://ref.example/", "-H 'X-Space:   padded  value '",
    "-H $'X-Quoted: it\\'s'",
  ]

  private static let extras = [
    "", "-u ann:secret", "--oauth2-bearer token123", "-b 'a=1; b=2'", "-u 'ann:p:w d'",
    "-H 'Authorization: Token x'", "--compressed", "-L", "-m 20", "-k", "--http1.1", "-sS",
    "--max-redirs 3",
  ]

  private static let paths = [
    "", "?a=1&b=2", "/deep/er?x=%20y", "/a%2Fb", "?empty=&flag", "/~user/",
  ]

  private static let bodies = [
    "", "-X POST", "-X DELETE", "-X OPTIONS", "-d a=b", "-d a=b -d c=d", "--data-raw '@literal'",
    "--data-binary @data.bin", "-d @lines.txt", "--data-urlencode 'q=a b&c'",
    "--data-urlencode 'just text' -d x=1", "--json '{\"a\": [1, 2]}'", "-X PUT -d '{\"k\":\"v\"}'",
    "-X PATCH -H 'Content-Type: application/json' -d '{}'", "-G -d q=1 -d r=2",
    "-G --data-urlencode 'name=a b'", "-F a=b", "-F a=b -F 'c=d e'", "-F f=@lines.txt",
    "-F 'f=@lines.txt;type=text/x-own;filename=other.name' -F z=1",
  ]
}
