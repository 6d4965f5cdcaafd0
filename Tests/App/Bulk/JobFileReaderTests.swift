import ClientModel
import TestSupport
import Testing

@testable import weir

/// The file that `queue import` reads, job by job.
struct JobFileReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func job(_ url: String, lane: String = "a") -> String {
    """
    {"held": false, "lane": "\(lane)", "priority": 0, "request": {"body": {"none": {}},
      "environment": "", "headers": [], "method": "GET", "options": {}, "secretQuery": [],
      "url": "\(url)"}}
    """
  }

  private func jobs(in text: String) throws -> [PortableJob] {
    let reader = try JobFileReader(try folder.write("jobs.json", text))
    var jobs: [PortableJob] = []
    while let job = try reader.next() { jobs.append(job) }
    return jobs
  }

  /// Why a file is refused; nil when it is read.
  private func problem(in text: String) throws -> String? {
    do {
      _ = try jobs(in: text)
      return nil
    } catch let problem as UsageProblem {
      return problem.why
    }
  }

  @Test(arguments: [
    "{\"version\": 1, \"jobs\": [JOBS]}", "{\"jobs\":[JOBS],\"version\":1}",
    "{\"more\": {\"jobs\": [1, {}]}, \"jobs\" :\n [ JOBS ] , \"version\": 1}\n",
  ])
  func `the jobs of a file are read in order, wherever they are in it`(_ frame: String) throws {
    let texts = (0..<500).map { Self.job("http://a.example/\($0)") }
    let read = try jobs(in: frame.replacing("JOBS", with: texts.joined(separator: ",\n")))
    #expect(read.map(\.request.url) == (0..<500).map { "http://a.example/\($0)" })
    #expect(try jobs(in: frame.replacing("JOBS", with: " ")).isEmpty)
  }

  @Test func `brackets, commas and quotes in a text do not end a job`() throws {
    let lane = #"],}{[ \"jobs\":[ \\"#
    let text = "{\"jobs\":[\(Self.job("http://a.example/", lane: lane))],\"version\":1}"
    #expect(try jobs(in: text).map(\.lane) == [#"],}{[ "jobs":[ \"#])
  }

  @Test func `a file that is damaged is refused with the place`() throws {
    let job = Self.job("http://a.example/")
    let cases = [
      ("{\"version\":1,\"jobs\":[\(job),{\"lane\":\"a\"}]}", "jobs.[1]"),
      ("{\"version\":1,\"jobs\":[\(job),]}", "jobs.[1]"),
      ("{\"version\":1,\"jobs\":[,\(job)]}", "jobs.[0]"),
      ("{\"version\":1,\"jobs\":[\(job)", "the file"),
      ("{\"version\":1,\"jobs\":[\(job)}", "the file"),
      ("{\"version\":1,\"jobs\":{}}", "jobs has the wrong type"),
      ("{\"version\":2,\"jobs\":[\(job)]}", "format 2"),
      ("{\"jobs\":[\(job)]}", "the file has no `version`"),
    ]
    for (text, place) in cases {
      #expect(try problem(in: text)?.contains(place) == true, "\(text)")
    }
  }
}
