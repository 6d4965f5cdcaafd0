import ClientPipeline

/// The importer of curl command lines. Each URL of a command becomes a request.
package enum CurlImporter: Importer {
  package static let format = ImportFormat(
    name: "curl", title: "curl command lines",
    sentence: "Read curl command lines; nothing in them is run or fetched.",
    discussion: """
      One request is saved for each URL of each command. Options that a saved request cannot express are \
      listed. A command that Weir cannot send as curl does is refused, or saved without the \
      unsupported part. A password, token or secret header is not written to the file: a template \
      such as {{password}} replaces it, and {{NAME}} replaces $NAME.
      """,
    examples: [
      "weir import curl commands.txt",
      "echo \"curl -H 'X-A: 1' https://example.com\" | weir import curl - --as examples/first",
      "weir import curl - --send < command.txt",
    ],
    content: .requests, fileHelp: "The file, or - for standard input.",
    nameHelp: "The saved request's name; if there are several requests, a number is added.")

  /// Returns whether the text begins with a curl command. Comments and empty lines may come first.
  package static func recognises(_ text: String) -> Bool {
    var rest = text[...]
    while let end = rest.firstIndex(ofByte: "\n") {
      let line = rest[..<end].utf8.drop { [0x20, 0x09, 0x0D].contains($0) }
      guard line.isEmpty || line.first == UInt8(ascii: "#") else { break }
      rest = rest[rest.utf8.index(after: end)...]
    }
    return CurlCommand.isCurl(String(rest))
  }

  package static func read(_ input: ImportInput) throws(ImportProblem) -> Imported {
    let commands = CurlImport.commands(
      in: try input.text(), files: input.files, values: input.values)
    guard !commands.isEmpty else {
      throw ImportProblem(
        what: "Nothing was imported.", why: "The input contains no curl command.",
        whatToDo: "Put each curl command at the beginning of a line.")
    }
    let total = commands.reduce(0) { sum, command in
      if case .success(let requests) = command { sum + requests.count } else { sum + 1 }
    }
    var imported = Imported()
    var number = 0
    for (index, command) in commands.enumerated() {
      let place = "Command \(index + 1)"
      switch command {
      case .failure(let problem):
        number += 1
        imported.isComplete = false
        imported.items.append(
          .remark(
            ImportRemark("\(problem.what) \(problem.why)", at: place, whatToDo: problem.whatToDo))
        )
      case .success(let requests):
        for request in requests {
          number += 1
          // Options that are dropped from all requests of a command are reported once.
          if request == requests.first || Set(request.dropped) != Set(requests[0].dropped) {
            imported.items += request.dropped.map {
              .remark(ImportRemark($0.sentence, at: place))
            }
          }
          let name = input.name.map { total == 1 ? $0 : "\($0)-\(number)" }
          imported.items.append(
            .request(
              ImportedRequest(
                name: name ?? "imported/curl-\(number)", draft: request.draft, place: place,
                fidelity: request.missed.isEmpty ? .same : .changed)))
        }
      }
    }
    return imported
  }
}
