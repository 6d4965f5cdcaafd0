/// The results of the image, speech and graph apps; every client gets the same results.
enum HavenMediaWork {
  static func perform(_ app: String, _ version: String, _ texts: [String], _ input: HavenInput)
    -> MockJSON
  {
    switch app {
    case "ocrdocument": return ["text_block": .list(blocks(texts))]
    case "detectfaces":
      let age: MockJSON = input.isTrue("additional") ? ["age": "adult"] : [:]
      return ["face": [box(10, 20, 64, 64, ["additional_information": age])]]
    case "recognizebarcodes":
      let code: MockJSON = [
        "text": "4006381333931", "barcode_type": "EAN-13",
        "additional_information": ["country": "Germany"],
      ]
      return ["barcode": [box(5, 5, 120, 40, code)]]
    default:
      if version == "v2" {
        return [
          "items": [
            [
              "start_time_offset": 0, "end_time_offset": 1500, "text": "hold back the water",
              "confidence": 91,
            ]
          ]
        ]
      }
      return [
        "document": [
          ["offset": 0, "content": "hold back the water", "confidence": 91, "duration": 1500]
        ]
      ]
    }
  }

  /// Returns one OCR block per line for a text file, as if the file were an image of its text.
  private static func blocks(_ texts: [String]) -> [MockJSON] {
    let lines = texts.flatMap { $0.split(separator: "\n") }.prefix(50).map(String.init)
    return (lines.isEmpty ? ["WEIR", "Hold back the water"] : lines).enumerated().map {
      box(12, 30 * $0 + 8, $1.count * 9, 22, ["text": .text($1)])
    }
  }

  private static func box(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ more: MockJSON)
    -> MockJSON
  {
    let place: MockJSON = [
      "left": .integer(left), "top": .integer(top), "width": .integer(width),
      "height": .integer(height),
    ]
    return .object((more.members ?? []) + (place.members ?? []))
  }

  /// Returns a path between the two nodes of the input through one intermediate node.
  static func shortestPath(_ input: HavenInput) -> MockJSON {
    let names = [
      input.text("source_name") ?? "Node \(input.text("source_id") ?? "")", "River",
      input.text("target_name") ?? "Node \(input.text("target_id") ?? "")",
    ]
    let weight = input.text("measure") == "weighted" ? 0.5 : 1.0
    return [
      "nodes": .list(
        names.enumerated().map {
          ["id": .text("\($0 + 1)"), "attributes": ["name": .text($1)]]
        }),
      "edges": .list(
        (1...2).map {
          [
            "source": .text("\($0)"), "target": .text("\($0 + 1)"), "length": .number(weight),
            "attributes": ["weight": .number(weight)],
          ]
        }),
    ]
  }
}
