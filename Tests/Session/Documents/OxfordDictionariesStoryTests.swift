import Foundation
import TestSupport
import TestTraits
import Testing

/// The data types of the Oxford document in their order, by keys, against the mock of that service.
@Suite(.serialized, .usesSystem(minutes: 5)) struct OxfordDictionariesStoryTests {
  private struct Rig {
    let service: ServiceRig
    let session: TmuxSession

    init() throws {
      service = try ServiceRig(.oxfordOne)
      // Another user controls the mock, so those requests are not in the queue on the screen.
      session = try TmuxSession.open(
        try WeirHome(), width: 200, height: 46,
        environment: ["OXFORD_APP_ID": "weir-mock-id", "OXFORD_APP_KEY": "weir-mock-key"])
    }

    /// Makes the service the default gateway, with references for its two credentials.
    func addGateway() throws {
      try session.addGateway("oxford", service.server.url)
      try session.press("e", "j", "Enter")
      try session.expect("Headers of oxford")
      try session.type("app_id: env:OXFORD_APP_ID; app_key: env:OXFORD_APP_KEY")
      try session.press("Enter")
      try session.expect("Headers of oxford was changed.")
      try session.press("q", "Enter", "q")
    }

    /// Opens the form of an endpoint. The middle of a long path is cut on the screen.
    func open(_ endpoint: String, _ template: String) throws {
      try session.open(endpoint: endpoint, of: "oxford-v1", "4802/api/v1\(template.prefix(10))")
    }

    /// Enters the port of the mock, and moves down from there.
    func enterPort(thenDown rows: Int) throws {
      try session.press("g", "j", "j")
      try session.fill("\(service.server.port)")
      try session.expect("127.0.0.1:\(service.server.port)/api/v1")
      try down(rows)
    }

    func down(_ rows: Int) throws { for _ in 0..<rows { try session.press("j") } }
    func up(_ rows: Int) throws { for _ in 0..<rows { try session.press("k") } }
  }

  @Test
  func `O1–O14 each type of the Oxford document is chosen by keys and sent, in its order`()
    async throws
  {
    try await onOwnThread {
      let rig = try Rig()
      try rig.addGateway()
      try vocabularies(rig)
      try statuses(rig)
      try endpoints(rig)
      try filters(rig)
      try allowedFilters(rig)
      let filters =
        "domains=cards,tennis;grammaticalFeatures=singular;lexicalCategory=noun;regions=gb"
        + ";registers=informal"
      let entry = "GET /api/v1/entries/en/ace/\(filters)"
      #expect(
        try rig.service.asked()
          == ["GET /api/v1/entries/en/ace"] + [String](repeating: entry, count: 9) + [
            "GET /api/v1/inflections/en/swimming",
            "GET /api/v1/stats/frequency/word/en/?wordform=test&lexicalCategory=noun",
            "GET /api/v1/stats/frequency/ngrams/en/nmc/2/?tokens=a%20word&punctuation=true"
              + "&format=google&minFrequency=1&maxFrequency=100000000&minDocumentFrequency=0"
              + "&maxDocumentFrequency=9000&collate=lemma&sort=-frequency&offset=0&limit=5",
          ])
    }
  }

  /// Chooses a language, a region, domains, a register, a lexical category and a grammatical feature.
  private func vocabularies(_ rig: Rig) throws {
    let session = rig.session
    try rig.open("entries", "/entries/{source_lang}/{word_id}/{filters?}")
    for count in [2, 256, 61, 19, 30] { try session.expect("‹any of \(count)›") }
    try session.expect("source_lang*            ‹en›")
    try rig.enterPort(thenDown: 3)
    try session.choose("es", of: "source_lang")
    try session.choose("en", of: "source_lang")
    try session.press("j", "Enter")
    try session.type("ace")
    try session.stopTyping()
    try session.expect("/entries/en/ace")
    try session.send(1, "The entries of the word.")
    try session.expect("(Cards) a playing card")
    try rig.down(5)
    try session.pick(["gb"], shown: "‹gb›")
    try rig.up(3)
    try session.pick(["cards", "tennis"], shown: "‹2 of 256: cards, tennis›")
    try rig.down(4)
    try session.pick(["informal"], shown: "‹1 of 61: informal›")
    try rig.up(2)
    try session.pick(["noun"], shown: "‹1 of 19: noun›")
    try rig.up(1)
    try session.pick(["singular"], shown: "‹1 of 30: singular›")
    // The meaning of 404 in the document: nothing fits the filters.
    try session.send(2, "No entry, or none that fits the filters.")
  }

  /// Shows each status of the document, and one that it does not name. The request has one attempt.
  private func statuses(_ rig: Rig) throws {
    let session = rig.session
    try session.press("]", "]", "]", "]", "]")
    try session.expect(tab: "Options")
    try session.press("g", "j", "j", "j")
    try session.fill("1")
    // The catalog's words for each come before those of the server.
    let statuses = [
      "400 The request is not", "403 The credentials", "404 There is no such",
      "500 An internal error",
      "502 The service is down", "503 The service is up", "504 The service is up",
      "418 A status that",
    ]
    let faults = statuses.map { status in
      #"""
      {"route": "/api/v1/*", "fault": "status", "status": \#(status.prefix(3)),
        "body": "status \#(status.prefix(3))"}
      """#
    }
    try rig.service.steer("faults", "[\(faults.joined(separator: ", "))]")
    for (offset, status) in statuses.enumerated() {
      try session.send(3 + offset, "│ \(status)", "status \(status.prefix(3))")
    }
    try session.expect("9 failed")
  }

  /// Opens the form of each endpoint, and sends two of them.
  private func endpoints(_ rig: Rig) throws {
    let session = rig.session
    try rig.open("inflections", "/inflections/{source_lang}/{word_id}")
    try rig.enterPort(thenDown: 4)
    try session.press("Enter")
    try session.type("swimming")
    try session.stopTyping()
    try session.send(11, "The roots of the word.")
    for (endpoint, template) in [
      ("search", "/search/{source_lang}"), ("translations", "/entries/{source_translation"),
      ("filters-of-endpoint", "/filters/{endpoint}"),
      ("word-frequencies", "/stats/frequency/words/"),
    ] { try rig.open(endpoint, template) }
    try rig.open("word-frequency", "/stats/frequency/word/")
    try rig.enterPort(thenDown: 4)
    try session.press("Enter")
    try session.type("test")
    try session.stopTyping()
    try rig.down(3)
    try session.choose("noun", of: "lexicalCategory")
    try session.send(12, "The frequency of the word.")
  }

  /// Sends filters whose values are lists, numbers, booleans and names of filters.
  private func filters(_ rig: Rig) throws {
    let session = rig.session
    try rig.open("ngrams", "/stats/frequency/ngrams/")
    try rig.enterPort(thenDown: 6)
    try session.press("s")
    try session.expect("! ngrams needs `tokens` or `contains`.")
    try session.press("Enter")
    try session.type("a word")
    try session.stopTyping()
    try session.press("G", "Space", "G")
    try session.expect("100 by default")
    try session.fill("many")
    try session.press("s")
    try session.expect("! `many` is not a whole number.")
    try session.fill("5")
    try session.press("k")
    try session.fill("0")
    try session.press("k")
    try session.pick(["-frequency"], shown: "‹1 of 6: -frequency›")
    try session.press("k")
    try session.pick(["lemma"], shown: "‹lemma›")
    for number in ["9000", "0", "100000000", "1"] {
      try session.press("k")
      try session.fill(number)
    }
    try session.press("k")
    try session.choose("google", of: "format")
    try session.press("k", "Space")
    try session.expect("punctuation             ‹true›")
    try session.send(13, "5 of the 250 words")
  }

  /// Shows that the form of an endpoint has the filters that it allows, and no others.
  private func allowedFilters(_ rig: Rig) throws {
    let session = rig.session
    for (endpoint, template, allowed) in [
      ("entries", "/entries/{source_lang}", ["domains", "lexicalCategory", "registers"]),
      ("inflections", "/inflections/", ["grammaticalFeatures", "lexicalCategory"]),
      ("wordlist", "/wordlist/", ["domains", "lexicalCategory", "regions", "translations"]),
      ("word-frequency", "/stats/frequency/word/", ["wordform", "trueCase", "lemma"]),
    ] {
      try rig.open(endpoint, template)
      try session.expect("the filters of \(endpoint)") { screen in
        allowed.allSatisfy { screen.contains("│ \($0) ") }
          && ["│ tokens ", endpoint == "wordlist" ? "│ lemma " : "│ translations "]
            .allSatisfy { !screen.contains($0) }
      }
    }
  }
}
