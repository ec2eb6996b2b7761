//! Programs of Rails: routes, callbacks, tables.

use super::tests::{endpoints, rows};

const ROUTES: &str = "Rails.application.routes.draw do
  root to: \"home#index\"
  concern :noted do
    resources :notes, only: :index
  end
  scope :api do
    resources :articles, param: :slug, except: [:edit, :new], concerns: :noted do
      resource :favorite, only: [:create]
      get :feed, on: :collection
      member { patch :publish }
      post 'preview'
    end
  end
  namespace :admin do
    resources :users, only: %i[index]
  end
  get \"/old/:id\" => \"articles#show\", :as => :old
  get 'home/about'
  get '/gone', to: redirect('/')
  match 'both', to: 'home#both', :via => [:get, :post]
  %w[a b].each { |one| get \"x/#{one}\", to: 'home#index' }
  draw :more
  unknown { get 'inside', to: 'home#index' }
  authenticate(:user) { get 'mine', to: 'home#index' }
end
resources :outside
";

#[test]
fn routes_of_rails_stand_under_the_blocks_around() {
    let base = "class ArticlesController < ApplicationController
  def index; end
  def show; end
  def create; end
  def update; end
  def publish; end
  private
  def preview; end
end
";
    let files = [
        ("Gemfile", "gem 'rails'\n"),
        ("config/routes.rb", ROUTES),
        ("config/routes/more.rb", "get 'more', to: 'home#index'\n"),
        ("lib/routes.rb", "Rails.application.routes.draw do\n  get 'no', to: 'home#index'\nend\n"),
        (
            "app/controllers/application_controller.rb",
            "class ApplicationController\n  def destroy; end\nend\n",
        ),
        ("app/controllers/articles_controller.rb", base),
        ("app/controllers/favorites_controller.rb", "class FavoritesController\n  def create; end\nend\n"),
        (
            "app/controllers/home_controller.rb",
            "class HomeController\n  def index; end\n  def about; end\nend\n",
        ),
        (
            "app/controllers/admin/users_controller.rb",
            "module Admin\n  class UsersController\n    def index; end\n  end\nend\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    let of = |action: &str| format!("app/controllers/articles_controller.rb#ArticlesController.{action}");
    let home = |action: &str| format!("app/controllers/home_controller.rb#HomeController.{action}");
    let mut wanted = vec![
        format!("GET / -> {}", home("index")),
        format!("GET /api/articles -> {}", of("index")),
        format!("POST /api/articles -> {}", of("create")),
        format!("GET /api/articles/:slug -> {}", of("show")),
        format!("PATCH /api/articles/:slug -> {}", of("update")),
        format!("PUT /api/articles/:slug -> {}", of("update")),
        "DELETE /api/articles/:slug -> app/controllers/application_controller.rb#ApplicationController.destroy"
            .to_owned(),
        // No such method, and one that nobody else may call.
        "GET /api/articles/feed -> ".to_owned(),
        "POST /api/articles/:article_slug/preview -> ".to_owned(),
        format!("PATCH /api/articles/:slug/publish -> {}", of("publish")),
        "GET /api/articles/:article_slug/notes -> ".to_owned(),
        "POST /api/articles/:article_slug/favorite -> app/controllers/favorites_controller.rb#FavoritesController.create".to_owned(),
        "GET /admin/users -> app/controllers/admin/users_controller.rb#Admin.UsersController.index".to_owned(),
        format!("GET /old/:id -> {}", of("show")),
        format!("GET /home/about -> {}", home("about")),
        "GET /gone -> ".to_owned(),
        "GET /both -> ".to_owned(),
        "POST /both -> ".to_owned(),
        format!("GET /? -> {} ?", home("index")),
        format!("GET /more -> {}", home("index")),
        // What the program's own `unknown` draws around its block is not known.
        format!("GET /?/inside -> {} ~ ?", home("index")),
        format!("GET /mine -> {}", home("index")),
    ];
    wanted.sort();
    assert_eq!(found, wanted);
    // Without the package no path of a file says anything.
    assert!(endpoints(&files[1..]).is_empty());
}

#[test]
fn callbacks_and_tables_of_rails_need_the_package() {
    let files = [
        ("Gemfile.lock", "GEM\n  specs:\n    rails (7.1.0)\n"),
        (
            "app/models/application_record.rb",
            "class ApplicationRecord < ActiveRecord::Base\n  self.abstract_class = true\nend\n",
        ),
        (
            "app/models/user_story.rb",
            "class UserStory < ApplicationRecord\n  after_save :tell, :note, on: :create\n  before_save { 1 }\n  def tell; end\nend\n\nclass Special < UserStory\nend\n",
        ),
        ("app/models/other.rb", "class Other < ApplicationRecord\n  self.table_name = NAME\nend\n"),
        (
            "app/controllers/application_controller.rb",
            "class ApplicationController < ActionController::Base\n  private\n  def sign_in; end\nend\n",
        ),
        (
            "app/controllers/stories_controller.rb",
            "class StoriesController < ApplicationController\n  before_action :sign_in, only: :new\nend\n",
        ),
        ("lib/own.rb", "class Own\n  def self.before_action(name); end\n  before_action :no\nend\n"),
    ];
    let mut tasks = rows(&files, "task");
    tasks.sort();
    assert_eq!(
        tasks,
        [
            "after_save note -> ",
            "after_save tell -> app/models/user_story.rb#UserStory.tell",
            "before_action sign_in -> app/controllers/application_controller.rb#ApplicationController.sign_in",
        ]
    );
    assert_eq!(rows(&files, "table"), ["user_stories -> app/models/user_story.rb#UserStory"]);
    assert!(rows(&files[1..], "task").is_empty() && rows(&files[1..], "table").is_empty());
}
