import ClientCatalogs
import ClientCore
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// The words and calls of Oxford Dictionaries, against their mock.
@Suite(.usesSystem(minutes: 6)) struct OxfordRowTests {
  /// The labels that a filter or a parameter of an endpoint may be chosen from.
  private func choices(_ name: String, _ form: EndpointForm) -> [String] {
    for row in form.rows where row.label == name {
      switch row.kind {
      case .choice(let options), .severalOf(let options): return options.map(\.label)
      default: continue
      }
    }
    return []
  }

  /// A form with all its rows unfolded.
  private func open(_ form: EndpointForm) -> EndpointForm {
    var form = form
    for name in form.names {
      for place in [Parameter.Location.query, .path] { form.reveal(.parameter(place, name)) }
      form.reveal(.filter(name))
    }
    return form
  }

  @Test func `O1 O2 languages and regions are chosen from, English and Britain among them`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    var languages: Set<String> = []
    for endpoint in oxford.catalog.groups.flatMap(\.endpoints) {
      let form = open(try oxford.form(endpoint.id))
      for row in form.rows where row.label.contains("lang") {
        if case .choice(let options) = row.kind { languages.formUnion(options.map(\.label)) }
      }
    }
    let seed = "en es ms tn sw nso id lv ur ro hi de pt ta gu".split(separator: " ").map(
      String.init)
    #expect(seed.count == 15 && languages.isSuperset(of: seed), "\(languages.sorted())")
    // English is what stands there when nothing is chosen.
    let plain = try await oxford.send(oxford.form("entries", ["word_id": "ace"]))
    #expect(plain.status == 200)
    let entries = open(try oxford.form("entries"))
    #expect(choices("regions", entries) == ["gb", "us"])
    for region in ["gb", "us"] {
      let end = try await oxford.send(
        oxford.form("entries-by-region", ["word_id": "ace", "region": region]))
      #expect(end.status == 200, "\(end.bodies)")
    }
    let targets = try await oxford.journal().requests.map(\.target)
    #expect(
      targets == [
        "/api/v1/entries/en/ace", "/api/v1/entries/en/ace/regions=gb",
        "/api/v1/entries/en/ace/regions=us",
      ])
    await oxford.bench.client.quit(.drain)
  }

  @Test func `O3 O4 O5 O6 every word of the vocabularies is one that the service knows`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    let entries = open(try oxford.form("entries", ["word_id": "ace"]))
    let registers = choices("registers", entries)
    for word in ["non-standard", "nonce-use", "R.A.F_slang", "pseudo_archaic"] {
      #expect(registers.contains(word))
    }
    for (filter, count) in [
      ("domains", 256), ("registers", 61), ("lexicalCategory", 19), ("grammaticalFeatures", 30),
    ] {
      let words = choices(filter, entries)
      #expect(words.count == count && Set(words).count == count, "\(filter)")
      // The service takes twenty at a time.
      for start in stride(from: 0, to: words.count, by: 20) {
        var form = entries
        form.put(Array(words[start...].prefix(20)), in: filter)
        let end = try await oxford.send(form)
        let isKnown = end.status == 200 || end.body?.contains("No entry, or none that fits") == true
        #expect(isKnown, "\(filter): \(end.bodies)")
      }
    }
    await oxford.bench.client.quit(.drain)
  }

  @Test
  func `T-O6 each of the six misspelt words is refused with the right one, and nothing is sent`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    for (filter, wrong, right) in [
      ("domains", "forestr", "forestry"), ("domains", "greek_histroy", "greek_history"),
      ("domains", "medieval_histor", "medieval_history"), ("domains", "potter", "pottery"),
      ("domains", "veterinar", "veterinary"), ("registers", "pseuodo_archaic", "pseudo_archaic"),
    ] {
      var form = try oxford.form("entries", ["word_id": "ace"])
      form.put([wrong], in: filter)
      #expect(form.problems.map(\.whatToDo) == ["Did you mean `\(right)`?"])
      form.put([right], in: filter)
      let end = try await oxford.send(form)
      #expect(end.body?.contains("is none of the") == false, "\(end.bodies)")
    }
    #expect(try await oxford.journal().requests.count == 6)
    await oxford.bench.client.quit(.drain)
  }

  @Test func `O7 each status has the catalog's words, also one that it does not know`() async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    var reported: Set<String> = []
    for status in [200, 400, 403, 404, 500, 502, 503, 504] {
      if status != 200 {
        try await oxford.steer(
          "faults", #"{"route": "/api/*", "fault": "status", "status": \#(status)}"#)
      }
      let form = try oxford.form("entries", ["word_id": "ace"])
      var draft = oxford.draft(form)
      draft.options.retry.attempts = 1
      let end = try await oxford.bench.send(draft)
      #expect(end.status == status)
      reported.insert(form.endpoint.explain(status: try #require(end.status)))
    }
    #expect(reported.count == 8, "\(reported)")
    let unknown = "A status that the service does not document"
    #expect(!reported.contains { $0.hasPrefix(unknown) })
    let endpoint = try #require(oxford.catalog.endpoint("entries"))
    #expect(endpoint.explain(status: 404).hasPrefix("There is no such entry"))
    for status in [505, 418, 299] { #expect(endpoint.explain(status: status).hasPrefix(unknown)) }
    await oxford.bench.client.quit(.drain)
  }

  @Test
  func `O8 entries, inflections, search, translations, wordlist, utilities and frequencies answer`()
    async throws
  {
    let oxford = try await ServiceBench(.oxfordOne)
    let calls: [(String, KeyValuePairs<String, String>, String)] = [
      ("entries", ["word_id": "ace"], "/entries/en/ace"),
      ("inflections", ["word_id": "swimming"], "/inflections/en/swimming"),
      ("search", ["q": "ace"], "/search/en?q=ace"),
      ("translations", ["word_id": "change"], "/entries/en/change/translations=es"),
      ("wordlist", ["lexicalCategory": "noun"], "/wordlist/en/lexicalCategory=noun"),
      ("languages", [:], "/languages"), ("filters", [:], "/filters"),
      ("word-frequency", ["lemma": "ace"], "/stats/frequency/word/en/?lemma=ace"),
      ("word-frequencies", ["wordforms": "ace"], "/stats/frequency/words/en/?wordforms=ace"),
      ("ngrams", ["tokens": "a"], "/stats/frequency/ngrams/en/"),
    ]
    for (endpoint, given, _) in calls {
      var form = try oxford.form(endpoint, given)
      form.fillExample()
      let end = try await oxford.send(form)
      #expect(end.status == 200, "\(endpoint): \(end.bodies)")
    }
    let targets = try await oxford.journal().requests.map(\.target)
    for (target, call) in zip(targets, calls) {
      #expect(target.hasPrefix("/api/v1" + call.2), "\(target)")
    }
    await oxford.bench.client.quit(.drain)
  }

  @Test func `T-O5 a text with every separator arrives complete`() async throws {
    let oxford = try await ServiceBench(.oxfordOne)
    let text = "a+b&c=d;e,f/g e"
    let encoded = "a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e"
    #expect(try await oxford.send(oxford.form("search", ["q": text])).status == 200)
    _ = try await oxford.send(oxford.form("entries", ["word_id": text, "lexicalCategory": "noun"]))
    let frequency = try await oxford.send(oxford.form("word-frequency", ["lemma": text]))
    // What the service read is what was typed.
    #expect(frequency.body?.contains("\"lemma\":\"\(text)\"") == true, "\(frequency.bodies)")
    #expect(
      try await oxford.journal().requests.map(\.target) == [
        "/api/v1/search/en?q=\(encoded)",
        "/api/v1/entries/en/\(encoded)/lexicalCategory=noun",
        "/api/v1/stats/frequency/word/en/?lemma=\(encoded)",
      ])
    await oxford.bench.client.quit(.drain)
  }
}
