import ClientModel
import Testing

@testable import weir

/// The tables from which JSON outputs and their schemas are made.
struct JSONRecordTests {
  private struct Sample: JSONRecord {
    var text: String?
    var list: [Int] = [2, 1]

    static let table = JSONTable<Sample>(
      "sample", "A sample.",
      [
        .always("z", .integer, "A number.") { _ in 7 },
        .sometimes("text", .text, "A text.") { $0.text },
        .always("list", .list(.integer), "A list.") { $0.list },
        .always("a", .anything, "JSON as it is.") { _ in VerbatimJSON(Array("{\"b\":1.50}".utf8)) },
      ])
  }

  @Test func `a line has the fields in the order of their table`() throws {
    let lines = try [Sample(), Sample(text: "a \"b\"")].map {
      String(decoding: try $0.line, as: UTF8.self)
    }
    #expect(
      lines == [
        #"{"z":7,"list":[2,1],"a":{"b":1.50}}"# + "\n",
        #"{"z":7,"text":"a \"b\"","list":[2,1],"a":{"b":1.50}}"# + "\n",
      ])
  }

  @Test func `a job is described alike in its record, its exchange and the history`() {
    func described(_ fields: [JSONField], _ names: [String]) -> [String] {
      names.map { name in fields.first { $0.name == name }.map { $0.meaning } ?? "" }
    }
    let job = JobRecord.table.shape.fields
    let ofExchange = ["id", "state", "detail", "call", "remote"]
    #expect(
      described(ExchangeRecord.table.shape.fields, ofExchange) == described(job, ofExchange))
    let ofHistory = ["id", "name", "call", "check"]
    #expect(described(HistoryRecord.table.shape.fields, ofHistory) == described(job, ofHistory))
  }

  @Test func `no record names a field twice`() {
    for object in JSONForm.all.flatMap(\.shape.objects) {
      let names = object.fields.map(\.name)
      #expect(Set(names).count == names.count, "\(object.name)")
    }
  }
}
