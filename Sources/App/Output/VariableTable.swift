import ClientModel

/// Variables as aligned columns of text.
struct VariableTable {
  var variables: [Variable]

  func lines() -> [String] {
    guard !variables.isEmpty else {
      return ["No variables. `weir help environments` describes where to define them."]
    }
    let rows = variables.map { variable in
      [
        Console.safe(variable.name), Console.safe(variable.shown),
        Console.safe(variable.source.description),
        Console.safe(variable.overridden.map(\.description).joined(separator: ", ")),
      ]
    }
    return TextColumns(["NAME", "VALUE", "SOURCE", "OVERRIDES"], rows).lines()
  }
}

/// A variable in `--format json`.
struct VariableRecord: JSONRecord {
  private let variable: Variable

  init(_ variable: Variable) { self.variable = variable }

  static let table = JSONTable<VariableRecord>(
    "variable", "A variable.",
    [
      .always("name", .text, "The name.") { $0.variable.name },
      .sometimes("value", .text, "The value with expanded templates; secrets are masked.") {
        $0.variable.text
      },
      .sometimes("problem", .text, "The reason why it has no usable value.") {
        $0.variable.fault?.why
      },
      .always("secret", .flag, "Whether the value is secret or contains a secret.") {
        $0.variable.isSecret
      },
      .always(
        "source", .text,
        "The place that defines it: `shared`, `environment NAME`, the path of a file, or `--var`."
      ) { $0.variable.source.description },
      .always(
        "overrides", .list(.text),
        "Other definitions that it overrides, highest precedence first."
      ) {
        $0.variable.overridden.map(\.description)
      },
    ])
}
