package import ClientCatalogs

/// A small described API: a shop that sells books.
package enum ShopCatalog {
  /// The API, read.
  package static func catalog(_ name: String = "shop") throws(CatalogProblem) -> Catalog {
    try Catalog.read(text: text, name: name)
  }

  /// Its document.
  package static let text = """
    openapi: 3.1.0
    info: {title: Book Shop, version: "2.1"}
    servers: [{url: https://shop.example/v2}]
    tags: [{name: books, description: What is sold}, {name: orders}]
    paths:
      /books:
        get:
          tags: [books]
          operationId: listBooks
          summary: All books, page by page
          parameters:
            - {name: limit, in: query, description: Books on a page., schema: {type: integer, minimum: 1, maximum: 100, default: 20}}
            - {name: genre, in: query, required: true, description: What they are about., schema: {type: string, enum: [crime, poetry, travel]}}
            - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string, enum: [new, sale, signed]}}}
            - {name: sold, in: query, schema: {type: boolean}}
            - {name: since, in: query, schema: {type: string, format: date}}
            - {name: sort, in: query, deprecated: true, schema: {type: string}}
          responses:
            "200": {description: The books of this page.}
            "404": {description: No such shelf.}
        post:
          tags: [books]
          operationId: addBook
          summary: Puts a book on the shelf
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  required: [title]
                  properties:
                    title: {type: string, minLength: 2}
                    price: {type: number, minimum: 0}
                    authors: {type: array, items: {type: string}}
                    publisher: {type: object, properties: {name: {type: string}, city: {type: string}}}
          responses: {"201": {description: It stands there now.}}
      /books/{id}:
        get:
          tags: [books]
          operationId: oneBook
          summary: One book
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {"200": {description: The book.}, "404": {description: That book is not sold here.}}
      /orders/{number}/receipt:
        put:
          tags: [orders]
          operationId: fileReceipt
          deprecated: true
          summary: Files a receipt
          parameters: [{name: number, in: path, required: true, schema: {type: integer}}]
          requestBody: {content: {application/pdf: {schema: {type: string, format: binary}}}}
          responses: {"204": {description: Filed.}}
    """
}
